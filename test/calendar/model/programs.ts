import { expect } from '@jest/globals';
import fc from 'fast-check';
import { day, membersOf, type Row, unchanged } from './stored-model.ts';
import {
  anyOf,
  at,
  days,
  edge,
  hour,
  identityOf,
  instance,
  isAllowed,
  isRow,
  key,
  knownRows,
  later,
  model,
  type Name,
  nth,
  player,
  scheduledRows,
  services,
  solved,
  sql,
  unsolved,
  weighted,
} from './world.ts';

/** From an instance's now, in microseconds: near it, near the other end of a cooldown, or odd. */
const createdAfter = fc.oneof(
  edge,
  edge.map((microseconds) => microseconds - 168 * hour * 1_000),
  fc.constantFrom(-9_000, -30, -8, -1, 1, 8, 30).map((days) => days * 24 * hour * 1_000 + 7),
);

/** What other programs and the site's server do. */
export const programsOperations = [
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
];

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

export async function recordCompletion({
  at,
  player,
  date,
}: {
  at: Name;
  player: string;
  date: string;
}): Promise<void> {
  model.completions.add(`${player} ${date}`);
  expect((await services[at].puzzle('PUT', `completions/${date}/${player}`)).status).toBe(204);
}

async function erase({ at, player }: { at: Name; player: string }): Promise<void> {
  model.erase(player);
  expect((await services[at].puzzle('DELETE', `players/${player}`)).status).toBe(204);
}
