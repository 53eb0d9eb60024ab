import { createSigner } from 'fast-jwt';
import { getEligibilityOperation, submitVerseOperation } from '../src/generated/operations.ts';
import type { LoadRequest } from './load-client.ts';
import type { Database } from './postgres.ts';

export const secret = 'a secret of the benchmark, of more than 32 bytes';
export const localDate = '2026-11-21';
export const eligibilityPath = `${getEligibilityOperation.path}?localDate=${localDate}`;
export const submission = JSON.stringify({ localDate, bookId: 'JHN', chapter: 3, verse: 16 });

const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: 24 * 3_600_000 });
const forge = createSigner({ key: `another ${secret}`, algorithm: 'HS256', expiresIn: 24 * 3_600_000 });

export const tokenOf = (user: string) => sign({ sub: user });
export const forgedTokenOf = (user: string) => forge({ sub: user });

/** One submission per player, with that player's token. */
export function requestsOf(players: readonly string[], token = tokenOf, body = submission): LoadRequest[] {
  return players.map((player) => ({ path: submitVerseOperation.path, token: token(player), body }));
}

/** One GET per player, with that player's token. */
export function readsOf(path: string, players: readonly string[]): LoadRequest[] {
  return players.map((player) => ({ path, token: tokenOf(player) }));
}

/** `count` names of players, none of them returned before. */
export function newPlayers(count: number): string[] {
  const group = ++groups;
  return Array.from({ length: count }, (_, index) => `player-${group}-${index}`);
}
let groups = 0;

/** Removes every completion and submission. Submissions go row by row, since a program's triggers may keep a list of free dates. */
export async function clear({ query }: Database): Promise<void> {
  await query('truncate daily_completion');
  await query('delete from scheduled_submission');
}

/** Records that the players have solved the puzzle of `localDate`. */
export async function solve({ query }: Database, players: readonly string[]): Promise<void> {
  await query('insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2', [players, localDate]);
}

/** Reserves consecutive dates for the players, from the first bookable date on, as if they had just submitted a verse. */
export async function submit({ query }: Database, players: readonly string[]): Promise<void> {
  await query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select player, 'JHN', 3, 16, (now() at time zone 'UTC')::date + $2::integer - 1 + number::integer
     from unnest($1::text[]) with ordinality as players (player, number)`,
    [players, leadDays],
  );
}

/** `count` players who have solved the puzzle and submitted a verse: the only ones in the database. */
export async function playersOnCooldown(database: Database, count: number): Promise<string[]> {
  const players = newPlayers(count);
  await clear(database);
  await solve(database, players);
  await submit(database, players);
  return players;
}

/** The lead of every calendar, in days: the service's default. */
export const leadDays = 7;
