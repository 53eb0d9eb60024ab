import fc from 'fast-check';
import { connect, type Database } from '../../../contract/dredd/database.ts';
import { compared, look } from '../../../contract/dredd/look.ts';
import { requestOf } from '../../../contract/dredd/request.ts';
import type { Request, View } from '../../../contract/dredd/steps.ts';
import { operationOf } from '../../../contract/model/contracts.ts';
import { type Judgement, judgeTogether, type Received } from '../../../contract/model/model.ts';
import type { Sent } from '../../../contract/model/request.ts';
import {
  addDays,
  completion,
  dateOf,
  exactly,
  type Known,
  nothing,
  type Stored,
  second,
} from '../../../contract/model/stored.ts';
import { TestClock } from '../../support/clock.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TestService, testSecret, token } from '../../support/service.ts';

/**
 * The operators of the two instances chose other lengths. The calendars are small, so that they get
 * full.
 */
const lengths = {
  a: { lead: 2, window: 2, horizon: 6, repeat: 0 },
  b: { lead: 3, window: 4, horizon: 9, repeat: 4 },
};
export type Name = keyof typeof lengths;
/**
 * A sequence begins at one of them: shortly before the year's end, and before the end of February
 * in a leap year.
 */
export const starts = ['2026-12-24T12:00:00Z', '2028-02-24T23:59:59.500Z'] as const;
export const players = ['ann', 'ben', 'cat', 'dan'];
export const [solved, unsolved] = ['2026-12-24', '2026-12-25'];
export const verses = [
  { bookId: 'JHN', chapter: 3, verse: 16 },
  { bookId: 'PSA', chapter: 119, verse: 176 },
  { bookId: 'SNG', chapter: 1, verse: 1 },
  { bookId: '1CO', chapter: 13, verse: 4 },
];

export const at = fc.constantFrom<Name>('a', 'b');
export const nth = fc.nat();
export const days = { min: -1, max: 11 };
export const edge = fc.constantFrom(0, -1, 1);

/** An operation prints as its name and arguments. */
export function weighted<Args>(weight: number, run: (args: Args) => Promise<void>, args: fc.Arbitrary<Args>) {
  const arbitrary = args.map((values) => ({
    run: () => run(values),
    [fc.toStringMethod]: () => `${run.name} ${fc.stringify(values)}`,
  }));
  return { weight, arbitrary };
}

const clocks: Record<Name, TestClock> = { a: new TestClock(starts[0]), b: new TestClock(starts[0]) };
let testDatabase: TestDatabase;
let database: Database;
let services: Record<Name, TestService>;
/** What the model says is stored. */
export let stored: Stored = nothing;
/** What it was when an instance read the calendar for a player, which it may show for a second by its clock. */
const earlier: Record<Name, { readonly stored: Stored; readonly now: number }[]> = { a: [], b: [] };
let sent: readonly Request[] = [];
/** Of all responses to submissions. */
export const statuses = new Set<number>();

/** Starts both instances on a new database. */
export async function openWorld(): Promise<void> {
  testDatabase = await createTestDatabase();
  await alterDatabase(testDatabase, "timezone = 'America/Los_Angeles'");
  database = await connect(testDatabase.url);
  services = { a: await start('a'), b: await start('b') };
}

export async function closeWorld(): Promise<void> {
  for (const service of Object.values(services)) await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await testDatabase.drop();
}

async function start(name: Name): Promise<TestService> {
  const { lead, window, horizon, repeat } = lengths[name];
  const env = {
    SCHEDULE_LEAD_DAYS: `${lead}`,
    SCHEDULE_WINDOW_DAYS: `${window}`,
    SCHEDULE_HORIZON_DAYS: `${horizon}`,
    SCHEDULE_REPEAT_DAYS: `${repeat}`,
  };
  return await TestService.start({ database: testDatabase, desk: true, puzzle: true, clock: clocks[name].read, env });
}

/** Empties the calendar at an instant, at which all players have solved a puzzle. */
export async function beginAt(instant: string): Promise<void> {
  for (const clock of Object.values(clocks)) clock.now = Temporal.Instant.from(instant);
  await database.query(
    'truncate scheduled_submission, daily_completion, blocked_date, calendar_pause, calendar_change',
  );
  await database.query('insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2', [
    players,
    solved,
  ]);
  stored = { ...nothing, completions: new Set(players.map((player) => completion(player, solved))) };
  sent = [];
}

export function now(name: Name): number {
  return Number(clocks[name].now.epochNanoseconds / 1_000n);
}

export function dateAfter(name: Name, after: number): string {
  return addDays(dateOf(now(name)), after);
}

export function view(name: Name): View {
  return { stored, now: now(name), people: players, sent };
}

/** What an instance knows by itself: the instant of its clock, and the lengths that its operator set. */
export function known(name: Name): Known & { readonly days: (typeof lengths)[Name] } {
  return { now: exactly(now(name)), days: lengths[name], secret: testSecret, earlier: recent(name) };
}

function recent(name: Name): (typeof earlier)[Name] {
  return earlier[name].filter((each) => Math.abs(now(name) - each.now) < second);
}

/** Sends requests at once, and throws unless the model explains the responses and what is stored. */
export async function send(name: Name, requests: readonly (Request | undefined)[]): Promise<void> {
  const made = requests.filter((request) => request !== undefined);
  if (made.length === 0) return;
  const exchanges = await Promise.all(
    made.map(async (request) => ({ ...(await exchange(name, request)), known: known(name) })),
  );
  if (made.some(({ of }) => of === 'getEligibility')) earlier[name] = [...recent(name), { stored, now: now(name) }];
  sent = [...made, ...sent];
  const judged = judgeTogether(stored, exchanges);
  const lines = exchanges.map(({ sent: { method, target, body }, received: { status, text } }) =>
    [method, target, body, status, text].join(' '),
  );
  await compare(judged, lines.join('\n'));
}

/** Goes on with what is stored, unless the model says otherwise. */
export async function compare({ stored: next, faults }: Judgement, about: string): Promise<void> {
  const found = compared(next, await look(database, players));
  const all = [...faults, ...found.faults];
  if (all.length > 0) throw new Error([...all.map(({ says, text }) => `${text}: ${says}`), about].join('\n'));
  stored = found.stored;
}

async function exchange(name: Name, request: Request): Promise<{ readonly sent: Sent; readonly received: Received }> {
  const operation = operationOf(request.of);
  const { method, target, headers, body } = requestOf(request.of, request.difference);
  if (operation.operation.security.length > 0) {
    headers['Authorization'] = `Bearer ${await token(request.as, { roles: operation.roles })}`;
  }
  const init = { method, headers, ...(body !== '' && { body: String(body) }) };
  const received = await services[name].request(target, init, operation.file);
  if (request.of === 'submitVerse') statuses.add(received.status);
  return { sent: { method, target, headers, body }, received };
}

/** Whether the constraints allow a statement. */
export async function isAllowed(statement: string, values: unknown[]): Promise<boolean> {
  try {
    await database.query(statement, values);
    return true;
  } catch (error) {
    if (!['23505', '23P01'].includes((error as { readonly code?: string }).code ?? '')) throw error;
    return false;
  }
}

export async function letTimePass(milliseconds: number): Promise<void> {
  for (const clock of Object.values(clocks)) clock.now = clock.now.add({ milliseconds });
}

export function setClock(name: Name, instant: number): void {
  clocks[name].now = new Temporal.Instant(BigInt(instant) * 1_000n);
}
