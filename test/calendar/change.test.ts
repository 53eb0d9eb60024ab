import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { actions } from '../../src/entities/calendar-change.ts';
import { createLogger } from '../../src/log.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { block, clearCalendar, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { editor, TestService } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const clock = () => Temporal.Instant.from(noon);
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('each change is once in the log and the measurements, with the operator and the dates, but no player', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  await using service = await TestService.start({ database, desk: true, clock, logger, env: { ADMIN_PORT: '0' } });
  await placeVerse(database, '2026-12-01');
  const [from, to, other] = ['2026-12-01', '2026-12-02', '2026-12-03'].map((date) => ({ date, change: 0 }));
  for (const body of [
    { from, to },
    { from, to }, // again
    { from: other, to: from },
  ]) {
    await service.desk('POST', 'submissions/1/move', body);
  }
  await service.change('POST', 'blocked-dates', { dates: ['2026-12-25'], label: 'Christmas' });
  const changes = lines.filter(({ msg }) => msg === 'calendar changed');
  expect(changes.map(({ level, msg, time, pid, hostname, ...rest }) => rest)).toEqual([
    { actor: 'ed', action: 'move', dates: ['2026-12-01', '2026-12-02'] },
    { actor: 'ed', action: 'block', dates: ['2026-12-25'] },
  ]);
  expect(lines.filter(({ msg }) => msg === 'request completed')).toMatchObject([
    { method: 'POST', route: '/desk/api/submissions/{id}/move', status: 200 },
    { status: 200 },
    { status: 409 },
    { method: 'POST', route: '/desk/api/blocked-dates', status: 200 },
  ]);
  const measured = await service.samples();
  const counted = actions.filter((action) => measured.get(`calendar_changes_total{action="${action}"}`) === 1);
  expect(counted).toEqual(['move', 'block']);
  const requests = 'http_request_duration_seconds_count{operation="moveSubmission",method="POST",status="200"}';
  expect(measured.get(requests)).toBe(2);
});

/** A sequence counts the commits, because a rollback does not reset a sequence. */
test.each([
  ['because of a conflict is retried: recorded, logged and counted once', '40001', 2, 200, 1],
  ['for another reason gets 500, and is neither recorded nor logged nor counted', '57014', 1, 500, 0],
])('a change whose commit fails %s', async (_title, sqlState, times, status, count) => {
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => logged.push(JSON.parse(line)) });
  await using service = await TestService.start({ database, desk: true, clock, logger });
  await database.query(`
    create sequence commits;
    grant usage on sequence commits to public;
    create function fail_commit() returns trigger language plpgsql as $$
    begin
      if nextval('commits') <= ${times} then raise exception using errcode = '${sqlState}'; end if;
      return null;
    end $$;
    create constraint trigger fail after insert on calendar_change deferrable initially deferred
      for each row execute function fail_commit()`);
  expect((await service.change('PUT', 'pause', { paused: true })).status).toBe(status);
  expect((await recordOf(database)).map(({ action }) => action)).toEqual(Array(count).fill('pause'));
  expect(logged.filter(({ msg }) => msg === 'calendar changed')).toHaveLength(count);
  expect((await service.samples()).get('calendar_changes_total{action="pause"}')).toBe(count);
});

test("a change that waited for a reservation sees its date, whatever the database's default isolation", async () => {
  await alterDatabase(database, "default_transaction_isolation = 'repeatable read'");
  await using service = await TestService.start({ database, desk: true, clock });
  const other = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const blocking = service.change('POST', 'blocked-dates', { dates: ['2026-12-24'], label: 'Christmas Eve' });
  await other.awaited();
  await insertSubmission(other, { user: 'ben', date: '2026-12-24' });
  await other.commit();
  expect((await blocking).body.outcomes).toMatchObject([{ outcome: 'taken', day: { submission: { player: 'ben' } } }]);
});

describe('a failed change', () => {
  test('leaves nothing behind if it cannot be recorded', async () => {
    await using service = await TestService.start({ database, desk: true, clock });
    await placeVerse(database, '2026-12-01');
    await block(database, '2026-12-25');
    const before = await stateOf(database);
    await database.query("alter table calendar_change add constraint full_up check (actor <> 'ed')");
    for (const [method, path, body] of [
      ['POST', 'submissions/1/move', { from: '2026-12-01', to: '2026-12-02' }],
      ['POST', 'submissions/1/withdraw', { from: '2026-12-01' }],
      ['POST', 'blocked-dates', { dates: ['2026-12-24'], label: 'Christmas Eve' }],
      ['POST', 'blocked-dates/unblock', { dates: ['2026-12-25'] }],
      ['PUT', 'pause', { paused: true }],
    ] as const) {
      expect((await service.change(method, path, body)).status).toBe(500);
    }
    expect(await stateOf(database)).toEqual(before);
  });

  test('of an operator whose id the record cannot hold is in the log', async () => {
    const logged: { err?: { message: string } }[] = [];
    const logger = createLogger('error', { write: (line) => logged.push(JSON.parse(line)) });
    await using service = await TestService.start({ database, desk: true, clock, logger });
    for (const sub of ['no\0body', 'a lone \ud800']) {
      expect((await service.change('PUT', 'pause', { paused: true }, { sub, ...editor })).status).toBe(500);
    }
    expect(await stateOf(database)).toMatchObject({ isPaused: false });
    expect(new Set(logged.map(({ err }) => err?.message))).toEqual(
      new Set(["The database cannot hold the operator's id"]),
    );
  });

  test('that does not get the lock in time changes nothing later', async () => {
    await using service = await TestService.start({ database, desk: true, clock });
    const other = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
    expect((await service.change('PUT', 'pause', { paused: true })).status).toBe(500);
    await other.rollback();
    await clearCalendar(database); // waits for whoever still holds a lock
    expect(await stateOf(database)).toMatchObject({ isPaused: false });
  });
});
