import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import pg from 'pg';
import { TestClock } from '../../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TestService, token } from '../../support/service.ts';
import { alterDatabase } from '../../support/settings.ts';
import { CalendarModel } from './calendar-model.ts';
import { day, type Instance, inOrder, nobody, type Row, references, setAt, stored } from './stored-model.ts';

/**
 * The operators of the two instances chose other lengths. The calendars are small, so that they get
 * full.
 */
export const lengths = {
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

export const second = 1_000;
export const hour = 3_600 * second;

export const at = fc.constantFrom<Name>('a', 'b');
export const nth = fc.nat();
export const player = fc.constantFrom(...players);
export const existingVerse = fc.constantFrom(...Object.keys(references));
export const key = fc.option(fc.constantFrom('key', 'KEY'), { nil: undefined });
/** From an instance's today: before, in and after its bookable dates. */
export const days = fc.integer({ min: -1, max: 11 });
export const edge = fc.constantFrom(0, -1, 1);

/** An operation prints as its name and arguments. */
export function weighted<Args>(weight: number, run: (args: Args) => Promise<void>, args: fc.Arbitrary<Args>) {
  const arbitrary = args.map((values) => ({
    run: () => run(values),
    [fc.toStringMethod]: () => `${run.name} ${fc.stringify(values)}`,
  }));
  return { weight, arbitrary };
}

let database: TestDatabase;
export let sql: pg.Client;
export let services: Record<Name, TestService>;
export const clocks: Record<Name, TestClock> = { a: new TestClock(starts[0]), b: new TestClock(starts[0]) };
export const authorization = new Map<string, Record<string, string>>();

/** Starts both instances on a new database. */
export async function openWorld(): Promise<void> {
  database = await createTestDatabase();
  await alterDatabase(database, "timezone = 'America/Los_Angeles'");
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  // Only the verses that an editor sets get it, by the database's clock, which the model has not.
  await sql.query(`alter table scheduled_submission alter created_at set default '${setAt}'`);
  services = { a: await start('a'), b: await start('b') };
  for (const player of players) authorization.set(player, { Authorization: `Bearer ${await token(player)}` });
}

export async function closeWorld(): Promise<void> {
  for (const service of Object.values(services)) await service[Symbol.asyncDispose]();
  await sql.end();
  await database.drop();
}

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

export let model = new CalendarModel();

/** Goes on with another model: a new one, or a copy of this one after some operations. */
export function continueWith(next: CalendarModel): void {
  model = next;
}

/** Whether the constraints allow a statement. */
export async function isAllowed(statement: string, values: unknown[]): Promise<boolean> {
  try {
    await sql.query(statement, values);
    return true;
  } catch (error) {
    if (!['23505', '23P01'].includes((error as pg.DatabaseError).code ?? '')) throw error;
    return false;
  }
}

export const isRandom = "user_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'";
export const columns = `
  case when ${isRandom} then '${nobody}' else user_id end as player, book_id || ' ' || chapter || ':' || verse as verse,
  to_char(scheduled_date, 'YYYY-MM-DD') as date,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
  window_text as "windowText", idempotency_key as key,
  to_char(moved_from, 'YYYY-MM-DD') as "movedFrom",
  to_char(withdrawn_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "withdrawnAt",
  to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom", cooldown_ended as "cooldownEnded", by_editor as "byEditor",
  reviewed_at is not null as reviewed`;

export async function storedRows(): Promise<Row[]> {
  return inOrder((await sql.query<Row>(`select ${columns} from scheduled_submission`)).rows);
}

/** The model's rows with these ids, which it does not know: those with the same values. */
export async function rowsOf(ids: readonly number[]): Promise<(Row | undefined)[]> {
  return await Array.fromAsync(ids, async (id) => {
    const { rows } = await sql.query<Row>(`select ${columns} from scheduled_submission where id = $1`, [id]);
    return model.rows.find((row) => isDeepStrictEqual({ ...row }, { ...rows[0] }));
  });
}

export async function idOf(row: Row): Promise<number> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from scheduled_submission where ${isRow}`,
    identityOf(row),
  );
  return Number(rows[0]?.id);
}

export async function storedPlan(): Promise<{ blocked: string[]; paused: boolean; changes: string[] }> {
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
export const isRow = `ctid = (
  select ctid from scheduled_submission
  where (user_id = $1 or $1 = '${nobody}' and ${isRandom}) and created_at = $2 and scheduled_date is not distinct from $3 and withdrawn_from is not distinct from $4
  limit 1
)`;

export function identityOf({ player, createdAt, date, withdrawnFrom }: Row): (string | null)[] {
  return [player, createdAt, date, withdrawnFrom];
}

export function anyOf<Item>(items: readonly Item[], nth: number): Item | undefined {
  return items[nth % items.length];
}

/**
 * Those that `isRow` tells apart. Of two withdrawn ones of erased players it cannot say which is
 * which.
 */
export function knownRows(): Row[] {
  return model.rows.filter(({ player, date }) => player !== nobody || date !== null);
}

/**
 * Those of the players that send requests, and those that an editor has set; withdrawn ones too.
 */
export function operatorsRows(): Row[] {
  return model.rows.filter(({ player, byEditor }) => byEditor || players.includes(player));
}

export function scheduledRows(): (Row & { readonly date: string })[] {
  return model.rows.filter((row): row is Row & { date: string } => row.date !== null);
}

export function instance(name: Name): Instance {
  return { ...lengths[name], now: clocks[name].now };
}

export function later(at: Name, microseconds: number): string {
  return stored(clocks[at].now.add({ microseconds }));
}

export async function letTimePass(milliseconds: number): Promise<void> {
  for (const clock of Object.values(clocks)) clock.now = clock.now.add({ milliseconds });
}

/** Sets a clock by the other one, ahead of it or behind. */
export async function skewClock({ at, by }: { at: Name; by: number }): Promise<void> {
  clocks[at].now = clocks[at === 'a' ? 'b' : 'a'].now.add({ milliseconds: by });
}

export async function setClockNearMidnight({ at, milliseconds }: { at: Name; milliseconds: number }): Promise<void> {
  clocks[at].now = Temporal.Instant.from(`${day(instance(at), 1)}T00:00Z`).add({ milliseconds });
}

/** Of the clocks. */
export const clockOperations = [
  weighted(3, letTimePass, fc.constantFrom(hour, 24 * hour, 100 * hour)),
  weighted(1, skewClock, fc.record({ at, by: fc.constantFrom(0, second, -second, 24 * hour, -24 * hour, 200 * hour) })),
  weighted(1, setClockNearMidnight, fc.record({ at, milliseconds: edge })),
];
