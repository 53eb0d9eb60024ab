import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { failInserts } from '../support/inserts.ts';
import { TestService, validSubmission } from '../support/service.ts';

/** With the key, a retry gets the 201 that the first request may have missed. */
const key = { 'Idempotency-Key': '8e03978e-40d5-43dd-bc93-6894a57f9324' };

let database: TestDatabase;
let service: TestService;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await TestService.start({ database, env });
  await service.solve('ann');
}

const query = (text: string) => database.query(text);
const submit = () => service.submit('ann', validSubmission, key);
const backends = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

/** Has an insert, or its commit, do something in the database. */
async function onInsert(statement: string, timing: 'before' | 'at commit'): Promise<void> {
  await query(`
    create function act() returns trigger language plpgsql security definer as $$
    begin
      ${statement};
      return new;
    end $$`);
  await query(
    timing === 'before'
      ? 'create trigger act before insert on scheduled_submission for each row execute function act()'
      : `create constraint trigger act after insert on scheduled_submission deferrable initially deferred
           for each row execute function act()`,
  );
}

describe('a 500 has stored nothing and begins no cooldown', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['if the calendar is full', () => query('insert into calendar_pause default values'), 'delete from calendar_pause'],
    ['if the database rejects the row', () => failInserts(database, '23514', 1_000), dropTrigger('fail')],
    ['if the commit is rejected', () => onInsert("raise 'rejected'", 'at commit'), dropTrigger('act')],
    [
      'if the connection is lost before the commit',
      () => onInsert('perform pg_terminate_backend(pg_backend_pid())', 'before'),
      dropTrigger('act'),
    ],
    ['if a statement takes too long', () => onInsert('perform pg_sleep(1.9)', 'before'), dropTrigger('act')],
    [
      'if the time is over before the commit',
      async () => {
        await query('create sequence attempts');
        await onInsert(
          "perform pg_sleep(1.2); if nextval('attempts') = 1 then raise serialization_failure; end if",
          'before',
        );
      },
      dropTrigger('act'),
    ],
  ])('%s', async (_title, begin, end) => {
    await start({ DATABASE_POOL_SIZE: '1' }); // what breaks the only connection has it replaced
    await begin();
    expect((await submit()).status).toBe(500);
    await eventually(
      'the end of the transaction',
      async () => (await query(`select ${backends} and xact_start is not null`)).length === 0,
    );
    expect(await service.submissions()).toEqual([]);
    await query(end);
    expect((await submit()).status).toBe(201);
  });
});

function dropTrigger(name: string): string {
  return `drop trigger ${name} on scheduled_submission`;
}

describe('a 500 while the database committed has an unknown outcome: a retry with the key gets what is stored', () => {
  const committing = `${backends} and wait_event = 'SyncRep'`;

  test.each([
    ['if the connection was lost', `select pg_terminate_backend(pid) ${committing}`],
    ['if the time was over', undefined],
  ])('%s', async (_title, loss) => {
    // Each commit waits for a standby that does not exist.
    await start({ DATABASE_URL: `${database.serviceUrl}?options=-csynchronous_commit=on` });
    const response = submit();
    await eventually('a commit', async () => (await query(loss ?? `select ${committing}`)).length > 0);
    expect((await response).status).toBe(500);
    await query(`select pg_cancel_backend(pid) ${committing}`);
    await eventually('the commit', async () => (await service.submissions()).length > 0);
    const [stored] = await service.submissions();
    expect(await submit()).toMatchObject({ status: 201, body: { scheduledDate: stored?.date } });
    expect(await service.submissions()).toHaveLength(1);
  });
});
