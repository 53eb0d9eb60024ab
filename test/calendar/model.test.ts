import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { getEligibilityOperation, listSubmissionsOperation } from '../../src/generated/operations.ts';
import {
  type Accepting,
  type Answer,
  CalendarModel,
  type ChangeResult,
  day,
  type Instance,
  inOrder,
  membersOf,
  missingVerse,
  modelled,
  nobody,
  type Row,
  references,
  type SubmissionRequest,
  setAt,
  stored,
  unchanged,
} from '../support/calendar-model.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestService, token } from '../support/service.ts';
import { alterDatabase } from '../support/settings.ts';

/**
 * Random operations on two instances of the service, which share a database, against
 * `CalendarModel`. After each operation, clients and other programs see what the model says. A
 * failure prints the seed and the shortest sequence of operations that shows it. Each run has
 * another seed.
 */
const operationsInAll = Number(process.env['CALENDAR_OPERATIONS'] ?? 500);
const longestSequence = 60;

/**
 * The operators of the two instances chose other lengths. The calendars are small, so that they get
 * full.
 */
const lengths = { a: { lead: 2, window: 2, horizon: 6, repeat: 0 }, b: { lead: 3, window: 4, horizon: 9, repeat: 2 } };
type Name = keyof typeof lengths;
/**
 * A sequence begins at one of them: shortly before the year's end, and before the end of February
 * in a leap year.
 */
const starts = ['2026-12-24T12:00:00Z', '2028-02-24T23:59:59.500Z'];
const players = ['ann', 'ben', 'cat', 'dan'];
const [solved, unsolved] = ['2026-12-24', '2026-12-25'];

const second = 1_000;
const hour = 3_600 * second;

const at = fc.constantFrom<Name>('a', 'b');
const nth = fc.nat();
const player = fc.constantFrom(...players);
const existingVerse = fc.constantFrom(...Object.keys(references));
const verse = fc.constantFrom(...Object.keys(references), missingVerse);
const key = fc.option(fc.constantFrom('key', 'KEY'), { nil: undefined });
/** Mostly the one that all players solved. */
const localDate = fc.constantFrom(...Array<string>(24).fill(solved), unsolved, '2026-02-31', '24.12.2026');
const request = fc.record({ at, player, localDate, verse, key });
/** From an instance's today: before, in and after its bookable dates. */
const days = fc.integer({ min: -1, max: 11 });
const manyDays = fc.uniqueArray(days, { minLength: 1, maxLength: 6 });
/** On which date an operator saw a verse: mostly where it is. */
const seenElsewhere = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: days });
/** Between two operations, in milliseconds. */
const pause = fc.constantFrom(0, 1, 999, second, 60 * second);
const edge = fc.constantFrom(0, -1, 1);
/** From an instance's now, in microseconds: near it, near the other end of a cooldown, or odd. */
const createdAfter = fc.oneof(
  edge,
  edge.map((microseconds) => microseconds - 168 * hour * 1_000),
  fc.constantFrom(-9_000, -30, -8, -1, 1, 8, 30).map((days) => days * 24 * hour * 1_000 + 7),
);

/** Each operation with its weight and its arguments. */
const operation = fc.oneof(
  weighted(12, submit, request),
  weighted(4, submitAtOnce, fc.array(request, { minLength: 2, maxLength: 4 })),
  weighted(6, retry, fc.record({ at, nth })),
  weighted(3, submitNearCooldownEnd, fc.record({ request, milliseconds: edge })),
  // other programs
  weighted(3, insert, fc.record({ at, player, days, createdAfter, key })),
  weighted(2, fillCalendar, fc.record({ at, except: fc.nat(9) })),
  weighted(2, deleteRow, fc.record({ nth })),
  weighted(1, moveToDate, fc.record({ nth, at, days })),
  weighted(1, moveToInstant, fc.record({ nth, at, createdAfter })),
  weighted(1, removeCompletion, fc.record({ player })),
  // the site's server
  weighted(4, recordCompletion, fc.record({ at, player, date: fc.constantFrom(solved, solved, solved, unsolved) })),
  weighted(1, erase, fc.record({ at, player })),
  // the operator
  weighted(4, block, fc.record({ at, days })),
  weighted(1, unblock, fc.record({ at, nth, days })),
  weighted(2, blockMany, fc.record({ at, days: manyDays })),
  weighted(2, unblockMany, fc.record({ at, nth, days: manyDays })),
  weighted(4, setVerse, fc.record({ at, days, verse: existingVerse })),
  weighted(3, move, fc.record({ at, nth, days: seenElsewhere, to: days })),
  weighted(2, moveBack, fc.record({ at, nth })),
  weighted(3, swap, fc.record({ at, nth, days: seenElsewhere, other: nth })),
  weighted(4, withdraw, fc.record({ at, nth, days: seenElsewhere, endCooldown: fc.boolean() })),
  weighted(2, replace, fc.record({ at, nth })),
  weighted(5, restore, fc.record({ at, nth, to: fc.option(days, { nil: undefined }) })),
  weighted(2, setPaused, fc.record({ at, paused: fc.constantFrom(true, false, false) })),
  weighted(3, sendChangeAgain, fc.record({ at })),
  // clocks
  weighted(3, letTimePass, fc.constantFrom(hour, 24 * hour, 100 * hour)),
  weighted(1, skewClock, fc.record({ at, by: fc.constantFrom(0, second, -second, 24 * hour, -24 * hour, 200 * hour) })),
  weighted(1, setClockNearMidnight, fc.record({ at, milliseconds: edge })),
);

/** An operation prints as its name and arguments. */
function weighted<Args>(weight: number, run: (args: Args) => Promise<void>, args: fc.Arbitrary<Args>) {
  const arbitrary = args.map((values) => ({
    run: () => run(values),
    [fc.toStringMethod]: () => `${run.name} ${fc.stringify(values)}`,
  }));
  return { weight, arbitrary };
}

let database: TestDatabase;
let sql: pg.Client;
let services: Record<Name, TestService>;
const clocks: Record<Name, TestClock> = { a: new TestClock(`${starts[0]}`), b: new TestClock(`${starts[0]}`) };
const authorization = new Map<string, Record<string, string>>();
beforeAll(async () => {
  database = await createTestDatabase();
  await alterDatabase(database, "timezone = 'America/Los_Angeles'");
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  // Only the verses that an editor sets get it, by the database's clock, which the model has not.
  await sql.query(`alter table scheduled_submission alter created_at set default '${setAt}'`);
  services = { a: await start('a'), b: await start('b') };
  for (const player of players) authorization.set(player, { Authorization: `Bearer ${await token(player)}` });
});
afterAll(async () => {
  for (const service of Object.values(services)) await service[Symbol.asyncDispose]();
  await sql.end();
  await database.drop();
});

async function start(name: Name): Promise<TestService> {
  const { lead, window, horizon, repeat } = lengths[name];
  const env = {
    SCHEDULE_LEAD_DAYS: `${lead}`,
    SCHEDULE_WINDOW_DAYS: `${window}`,
    SCHEDULE_HORIZON_DAYS: `${horizon}`,
    SCHEDULE_REPEAT_DAYS: `${repeat}`,
  };
  return await TestService.start({ database, desk: true, puzzle: true, clock: clocks[name].read, env });
}

let model: CalendarModel;
const statuses = new Set<number>();

test('two instances with clocks of their own behave like the model', async () => {
  let done = 0;
  const step = fc.record({
    pause,
    operation,
    read: fc.constantFrom('eligibility', 'submissions'),
    at,
    player,
    localDate: fc.constantFrom(solved, unsolved, '2026-02-31'),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: longestSequence });
  const sequence = fc.asyncProperty(fc.constantFrom(...starts), steps, async (start, steps) => {
    for (const clock of Object.values(clocks)) clock.now = Temporal.Instant.from(start);
    await sql.query('truncate scheduled_submission, daily_completion, blocked_date, calendar_pause, calendar_change');
    model = new CalendarModel();
    lastChange = undefined;
    for (const player of players) await recordCompletion({ at: 'a', player, date: solved });
    for (const { pause, operation, read, at, player, localDate } of steps) {
      await letTimePass(pause);
      await operation.run();
      expect(await storedRows()).toEqual(model.rows);
      expect(await storedPlan()).toEqual({
        blocked: [...model.blocked].sort(),
        paused: model.paused,
        changes: model.changes,
      });
      if (read === 'eligibility') await readEligibility(at, player, localDate);
      else await readSubmissions(at, player);
      done += 1;
    }
  });
  while (done < operationsInAll) {
    await fc.assert(sequence, { numRuns: 10, unbiased: true, interruptAfterTimeLimit: 120 * second });
  }
  expect([...statuses].sort()).toEqual([201, 400, 403, 429, 500]);
}, 300_000);

// Players

type Request = SubmissionRequest & { readonly at: Name };

async function submit(request: Request): Promise<void> {
  expect(await send(request)).toEqual(model.submit(instance(request.at), request));
}

/**
 * Sends the request of a stored submission again, with its key; of one on cooldown if there is any.
 */
async function retry({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const withKey = model.rows.filter(({ key }) => key !== null);
  const onCooldown = withKey.filter(({ player }) => model.cooldownEnd(instance(at), player) !== undefined);
  const row = anyOf(onCooldown.length > 0 ? onCooldown : withKey, nth);
  if (row === undefined) return;
  await submit({ at, player: row.player, localDate: solved, verse: row.verse, key: row.key ?? undefined });
}

type NearCooldownEnd = { readonly request: Request; readonly milliseconds: number };

async function submitNearCooldownEnd({ request, milliseconds }: NearCooldownEnd): Promise<void> {
  const { at, player } = request;
  clocks[at].now = (model.cooldownEnd(instance(at), player) ?? clocks[at].now).add({ milliseconds });
  await submit(request);
}

/** The answers and the rows are those of some order of the requests. */
async function submitAtOnce(requests: readonly Request[]): Promise<void> {
  const answers = await Promise.all(requests.map(send));
  const seen = { answers, rows: await storedRows() };
  const possible = orders([...requests.entries()]).map((order) => {
    const after = model.copy();
    const answers: Answer[] = [];
    for (const [index, request] of order) answers[index] = after.submit(instance(request.at), request);
    return { after, expected: { answers, rows: after.rows } };
  });
  const match = possible.find(({ expected }) => isDeepStrictEqual(expected, seen));
  if (match === undefined) expect(possible.map(({ expected }) => expected)).toContainEqual(seen);
  else model = match.after;
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

async function send({ at, player, localDate, verse, key }: Request): Promise<Answer> {
  const body = { localDate, ...membersOf(verse) };
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const response = await services[at].submit(authorization.get(player) ?? {}, body, headers);
  statuses.add(response.status);
  return {
    status: response.status,
    body: modelled('submitVerse', response.text),
    retryAfter: response.headers.get('Retry-After'),
  };
}

/**
 * What an instance last found out about the calendar. It may report that for a second, by its
 * clock.
 */
const found: Partial<Record<Name, { now: Temporal.Instant; calendar: Accepting }>> = {};

async function readEligibility(name: Name, player: string, localDate: string): Promise<void> {
  const at = instance(name);
  const calendar = model.accepting(at);
  const before = found[name];
  const isOpen = at.now.toString({ smallestUnit: 'millisecond' }) >= (before?.calendar.acceptingFrom ?? '9999');
  if (before === undefined || Math.abs(at.now.epochMilliseconds - before.now.epochMilliseconds) >= second || isOpen) {
    found[name] = { now: at.now, calendar };
  }
  const { status, body } = await get(
    name,
    player,
    'eligibility',
    `${getEligibilityOperation.path}?localDate=${localDate}`,
  );
  const possible = [calendar, found[name]?.calendar ?? calendar].map((known) =>
    model.eligibility(at, player, localDate, known),
  );
  expect(status).toBe(200);
  expect(possible).toContainEqual(body);
}

async function readSubmissions(at: Name, player: string): Promise<void> {
  const { status, body } = await get(at, player, 'submissions', listSubmissionsOperation.path);
  const expected = model.submissions(player);
  for (const list of ['submissions', 'withdrawn'] as const) {
    expect(body[list].map(instantOf)).toEqual(expected[list].map(instantOf));
  }
  expect({ status, body: byInstant(body) }).toEqual({ status: 200, body: byInstant(expected) });
}

interface Listed {
  readonly submittedAt: string;
}

const instantOf = ({ submittedAt }: Listed) => submittedAt;

/** Submissions of one instant, of which the operator has ended the cooldown, come in any order. */
function byInstant({ submissions, withdrawn }: { submissions: readonly Listed[]; withdrawn: readonly Listed[] }) {
  const key = (item: Listed) => item.submittedAt + JSON.stringify(Object.entries(item).sort());
  const sorted = (list: readonly Listed[]) => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return { submissions: sorted(submissions), withdrawn: sorted(withdrawn) };
}

async function get(at: Name, player: string, of: 'eligibility' | 'submissions', path: string) {
  const { status, text } = await services[at].request(path, { headers: authorization.get(player) ?? {} });
  return { status, body: modelled(of, text) };
}

// Other programs

interface Insertion {
  readonly at: Name;
  readonly player: string;
  readonly days: number;
  readonly createdAfter: number;
  readonly key: string | undefined;
}

async function insert({ at, player, days, createdAfter, key }: Insertion): Promise<void> {
  const date = day(instance(at), days);
  const windowText = key === undefined ? null : 'May 1, 2030'; // the database rejects a key without a text
  const createdAt = later(at, createdAfter);
  await store({ player, verse: 'JHN 3:16', date, createdAt, windowText, key: key ?? null, ...unchanged });
}

async function fillCalendar({ at, except }: { at: Name; except: number }): Promise<void> {
  for (const date of model.freeDates(instance(at)).toSpliced(except, 1)) {
    const createdAt = later(at, 0);
    await store({ player: `of ${date}`, verse: 'SNG 1:1', date, createdAt, windowText: null, key: null, ...unchanged });
  }
}

async function store(row: Row): Promise<void> {
  const { bookId, chapter, verse } = membersOf(row.verse);
  const stored = await isAllowed(
    `insert into scheduled_submission
       (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.player, bookId, chapter, verse, row.date, row.createdAt, row.windowText, row.key],
  );
  expect(stored).toBe(model.insert(row));
}

async function deleteRow({ nth }: { nth: number }): Promise<void> {
  const row = anyOf(knownRows(), nth);
  if (row === undefined) return;
  model.delete(row);
  await sql.query(`delete from scheduled_submission where ${isRow}`, identityOf(row));
}

async function moveToDate({ nth, at, days }: { nth: number; at: Name; days: number }): Promise<void> {
  await change(anyOf(scheduledRows(), nth), { date: day(instance(at), days) });
}

async function moveToInstant({
  nth,
  at,
  createdAfter,
}: {
  nth: number;
  at: Name;
  createdAfter: number;
}): Promise<void> {
  await change(anyOf(knownRows(), nth), { createdAt: later(at, createdAfter) });
}

async function change(row: Row | undefined, changes: Partial<Row>): Promise<void> {
  if (row === undefined) return;
  const { date, createdAt } = { ...row, ...changes };
  const statement = `update scheduled_submission set scheduled_date = $5, created_at = $6 where ${isRow}`;
  expect(await isAllowed(statement, [...identityOf(row), date, createdAt])).toBe(model.change(row, changes));
}

async function removeCompletion({ player }: { player: string }): Promise<void> {
  model.completions.delete(`${player} ${solved}`);
  await sql.query('delete from daily_completion where anonymous_id = $1 and date = $2', [player, solved]);
}

// The site's server

async function recordCompletion({ at, player, date }: { at: Name; player: string; date: string }): Promise<void> {
  model.completions.add(`${player} ${date}`);
  expect((await services[at].puzzle('PUT', `completions/${date}/${player}`)).status).toBe(204);
}

async function erase({ at, player }: { at: Name; player: string }): Promise<void> {
  model.erase(player);
  expect((await services[at].puzzle('DELETE', `players/${player}`)).status).toBe(204);
}

// The operator

/** A change, which can be sent again, as by an operator who has received no response. */
interface DeskRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The ids of the submissions that it names. */
  readonly ids?: readonly number[];
  /** What the model says of it. A row is undefined if no submission has the id. */
  readonly expected: (at: Instance, rows: readonly (Row | undefined)[]) => ChangeResult;
}

let lastChange: DeskRequest | undefined;

async function sendChange(at: Name, request: DeskRequest): Promise<void> {
  lastChange = request;
  const { method, path, body, ids = [], expected } = request;
  const rows = await rowsOf(ids);
  const response = await services[at].desk(method, path, body);
  const { error, dates, outcomes: expectedOutcomes } = expected(instance(at), rows);
  expect([path, body, response.body?.error]).toEqual([path, body, error]);
  const outcomes: { outcome: string; day: { date: string; state: string } }[] | undefined = response.body?.outcomes;
  expect(outcomes?.map(({ outcome }) => outcome)).toEqual(expectedOutcomes);
  const days: { date: string; state: string }[] | undefined = response.body?.days ?? outcomes?.map(({ day }) => day);
  if (days !== undefined) expect(days.map(({ date, state }) => `${date} ${state}`)).toEqual(model.days(dates));
}

async function sendChangeAgain({ at }: { at: Name }): Promise<void> {
  if (lastChange !== undefined) await sendChange(at, lastChange);
}

async function block({ at, days }: { at: Name; days: number }): Promise<void> {
  const date = day(instance(at), days);
  const body = { label: 'a feast' };
  await sendChange(at, { method: 'PUT', path: `blocked-dates/${date}`, body, expected: (by) => model.block(by, date) });
}

async function unblock({ at, nth, days }: { at: Name; nth: number; days: number }): Promise<void> {
  const date = anyOf([...model.blocked], nth) ?? day(instance(at), days);
  await sendChange(at, { method: 'DELETE', path: `blocked-dates/${date}`, expected: (by) => model.unblock(by, date) });
}

async function blockMany({ at, days }: { at: Name; days: readonly number[] }): Promise<void> {
  const dates = days.map((each) => day(instance(at), each));
  const body = { dates, label: 'a feast' };
  await sendChange(at, { method: 'POST', path: 'blocked-dates', body, expected: (by) => model.blockMany(by, dates) });
}

/** Some blocked dates, and others. */
async function unblockMany({ at, nth, days }: { at: Name; nth: number; days: readonly number[] }): Promise<void> {
  const blocked = [...model.blocked].slice(0, nth % 5);
  const dates = [...new Set([...blocked, ...days.map((each) => day(instance(at), each))])];
  const path = 'blocked-dates/unblock';
  await sendChange(at, { method: 'POST', path, body: { dates }, expected: (by) => model.unblockMany(by, dates) });
}

async function setVerse({ at, days, verse }: { at: Name; days: number; verse: string }): Promise<void> {
  const date = day(instance(at), days);
  const body = membersOf(verse);
  const expected = (by: Instance) => model.setVerse(by, date, verse);
  await sendChange(at, { method: 'PUT', path: `verses/${date}`, body, expected });
}

/** What an operator saw: the verse where it is or, if `days` says so, on another date. */
interface Seen {
  readonly at: Name;
  readonly nth: number;
  readonly days: number | undefined;
}

async function move({ at, nth, days, to }: Seen & { to: number }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row !== undefined) await moveTo(at, row, seenOn(row, at, days), day(instance(at), to));
}

/** To the date of the 201. */
async function moveBack({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const row = anyOf(
    operatorsRows().filter(({ date, movedFrom }) => date !== null && movedFrom !== null),
    nth,
  );
  if (row !== undefined) await moveTo(at, row, `${row.date}`, `${row.movedFrom}`);
}

async function swap({ at, nth, days, other }: Seen & { other: number }): Promise<void> {
  const [row, swapWith] = [anyOf(operatorsRows(), nth), anyOf(knownRows(), other)];
  if (row === undefined || swapWith === undefined || row === swapWith) return;
  await moveTo(at, row, seenOn(row, at, undefined), seenOn(swapWith, at, days), swapWith);
}

async function moveTo(at: Name, row: Row, from: string, to: string, other?: Row): Promise<void> {
  if (from === to) return;
  const [id = 0, swapWith] = await Promise.all([row, ...(other ? [other] : [])].map(idOf));
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/move`,
    body: { from, to, swapWith },
    ids: swapWith === undefined ? [id] : [id, swapWith],
    expected: (by, [verse, otherVerse = null]) =>
      model.move(by, verse, from, to, swapWith === undefined ? undefined : otherVerse),
  });
}

async function withdraw({ at, nth, days, endCooldown }: Seen & { endCooldown: boolean }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row === undefined) return;
  const from = seenOn(row, at, days);
  const id = await idOf(row);
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/withdraw`,
    body: { from, endCooldown },
    ids: [id],
    expected: (by, [verse]) => model.withdraw(by, verse, from, endCooldown),
  });
}

/** The player submits another verse at once. */
async function replace({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  await withdraw({ at, nth, days: undefined, endCooldown: true });
  if (row !== undefined && !row.byEditor) await submit({ ...row, at, localDate: solved, key: undefined });
}

/** To its old date, or to another. Mostly, the verse is withdrawn. */
async function restore({ at, nth, to }: { at: Name; nth: number; to: number | undefined }): Promise<void> {
  const withdrawn = operatorsRows().filter(({ date }) => date === null);
  const row = anyOf(withdrawn.length > 0 ? withdrawn : operatorsRows(), nth);
  if (row === undefined) return;
  const date = seenOn(row, at, to);
  const id = await idOf(row);
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/restore`,
    body: { to: date },
    ids: [id],
    expected: (by, [verse]) => model.restore(by, verse, date),
  });
}

async function setPaused({ at, paused }: { at: Name; paused: boolean }): Promise<void> {
  const body = { paused };
  await sendChange(at, { method: 'PUT', path: 'pause', body, expected: () => model.setPaused(paused) });
}

function seenOn({ date, withdrawnFrom }: Row, at: Name, days: number | undefined): string {
  return days === undefined ? (date ?? `${withdrawnFrom}`) : day(instance(at), days);
}

// What is stored

/** Whether the constraints allow a statement. */
async function isAllowed(statement: string, values: unknown[]): Promise<boolean> {
  try {
    await sql.query(statement, values);
    return true;
  } catch (error) {
    if (!['23505', '23P01'].includes((error as pg.DatabaseError).code ?? '')) throw error;
    return false;
  }
}

const isRandom = "user_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'";
const columns = `
  case when ${isRandom} then '${nobody}' else user_id end as player, book_id || ' ' || chapter || ':' || verse as verse,
  to_char(scheduled_date, 'YYYY-MM-DD') as date,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
  window_text as "windowText", idempotency_key as key,
  to_char(moved_from, 'YYYY-MM-DD') as "movedFrom",
  to_char(withdrawn_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "withdrawnAt",
  to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom", cooldown_ended as "cooldownEnded", by_editor as "byEditor"`;

async function storedRows(): Promise<Row[]> {
  return inOrder((await sql.query<Row>(`select ${columns} from scheduled_submission`)).rows);
}

/** The model's rows with these ids, which it does not know: those with the same values. */
async function rowsOf(ids: readonly number[]): Promise<(Row | undefined)[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const { rows } = await sql.query<Row>(`select ${columns} from scheduled_submission where id = $1`, [id]);
      return model.rows.find((row) => isDeepStrictEqual({ ...row }, { ...rows[0] }));
    }),
  );
}

async function idOf(row: Row): Promise<number> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from scheduled_submission where ${isRow}`,
    identityOf(row),
  );
  return Number(rows[0]?.id);
}

async function storedPlan(): Promise<{ blocked: string[]; paused: boolean; changes: string[] }> {
  const { rows } = await sql.query(`
    select array(select to_char(date, 'YYYY-MM-DD') from blocked_date order by date) as blocked,
      exists (select from calendar_pause) as paused,
      array(select action from calendar_change order by id) as changes`);
  return rows[0];
}

/**
 * A row by what does not change while it is looked for: a player's submissions of one instant can
 * differ in their dates alone.
 */
const isRow = `ctid = (
  select ctid from scheduled_submission
  where (user_id = $1 or $1 = '${nobody}' and ${isRandom}) and created_at = $2 and scheduled_date is not distinct from $3 and withdrawn_from is not distinct from $4
  limit 1
)`;

function identityOf({ player, createdAt, date, withdrawnFrom }: Row): (string | null)[] {
  return [player, createdAt, date, withdrawnFrom];
}

function anyOf<Item>(items: readonly Item[], nth: number): Item | undefined {
  return items[nth % items.length];
}

/** Those that `isRow` tells apart. Of two withdrawn ones of erased players it cannot say which is which. */
function knownRows(): Row[] {
  return model.rows.filter(({ player, date }) => player !== nobody || date !== null);
}

/** Those of the players that send requests, and those that an editor has set; withdrawn ones too. */
function operatorsRows(): Row[] {
  return model.rows.filter(({ player, byEditor }) => byEditor || players.includes(player));
}

function scheduledRows(): (Row & { readonly date: string })[] {
  return model.rows.filter((row): row is Row & { date: string } => row.date !== null);
}

// Clocks

function instance(name: Name): Instance {
  return { ...lengths[name], now: clocks[name].now };
}

function later(at: Name, microseconds: number): string {
  return stored(clocks[at].now.add({ microseconds }));
}

async function letTimePass(milliseconds: number): Promise<void> {
  for (const clock of Object.values(clocks)) clock.now = clock.now.add({ milliseconds });
}

/** Sets a clock by the other one, ahead of it or behind. */
async function skewClock({ at, by }: { at: Name; by: number }): Promise<void> {
  clocks[at].now = clocks[at === 'a' ? 'b' : 'a'].now.add({ milliseconds: by });
}

async function setClockNearMidnight({ at, milliseconds }: { at: Name; milliseconds: number }): Promise<void> {
  clocks[at].now = Temporal.Instant.from(`${day(instance(at), 1)}T00:00Z`).add({ milliseconds });
}
