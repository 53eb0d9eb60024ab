import { setTimeout } from 'node:timers/promises';
import { signToken } from '../src/auth/sign-token.ts';
import { listSubmissionsOperation, submitVerseOperation } from '../src/generated/operations.ts';
import { type LoadRequest, load, type Measurement } from './load.ts';
import type { Database } from './postgres.ts';
import { horizonDays, secret, type Target } from './target.ts';

/** One kind of response. */
interface Path {
  readonly name: string;
  readonly status: number;
  /** Whether the list is read; the others submit a verse. */
  readonly list?: true;
  /** Who has solved the puzzle before: the players, or as many others. */
  readonly solved?: 'others';
  /** Whose submissions are stored before: the players', or others' on every bookable date. */
  readonly submitted?: 'players' | 'all dates';
  /**
   * Each player sends one request. Elsewhere fewer players take turns for some seconds, and some
   * requests outlive the round.
   */
  readonly once?: true;
}

export const paths: readonly Path[] = [
  { name: '401, no token', status: 401 },
  { name: '403, not solved', status: 403, solved: 'others' },
  { name: '429, on cooldown', status: 429, submitted: 'players' },
  { name: '201, a date reserved', status: 201, once: true },
  { name: '500, calendar full', status: 500, submitted: 'all dates', once: true },
  { name: '200, list', status: 200, list: true, submitted: 'players' },
];

const seconds = 3;
/** How long a request of a round may outlive it, in milliseconds. */
const outliveMs = 500;
const players = 640;
const playersOnce = 1_600;
/** The lead of every calendar, in days: the service's default. */
const leadDays = 7;

const localDate = '2026-11-21';
const body = JSON.stringify({ localDate, bookId: 'JHN', chapter: 3, verse: 16 });

/**
 * One round of a path, which begins with the same state of the database as every other round of it.
 */
export async function measure(path: Path, target: Target): Promise<Measurement> {
  const names = newPlayers(path.once ? playersOnce : players);
  await store(path, names, target.database);
  const tokens = await Promise.all(names.map((name) => signToken(name, Temporal.Duration.from('PT24H'), { secret })));
  const requests = tokens.map((token): LoadRequest => {
    if (path.list) return { path: listSubmissionsOperation.path, token };
    return { path: submitVerseOperation.path, body, ...(path.status !== 401 && { token }) };
  });
  return await load(target, requests, path.status, path.once ? undefined : seconds);
}

async function store({ solved, submitted }: Path, names: readonly string[], { query }: Database): Promise<void> {
  const solvers = solved === 'others' ? newPlayers(players) : names;
  // With a week more than the horizon, midnight frees no date.
  const submitters = { none: [], players: names, 'all dates': newPlayers(horizonDays) }[submitted ?? 'none'];
  await query('delete from daily_completion'); // first, so that no request of the last round reserves a date
  await setTimeout(outliveMs); // but those that were past that check
  await query('delete from scheduled_submission');
  await query('insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2', [solvers, localDate]);
  await query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select player, 'JHN', 3, 16, (now() at time zone 'UTC')::date + $2::integer - 1 + number::integer
     from unnest($1::text[]) with ordinality as players (player, number)`,
    [submitters, leadDays],
  );
  await query('vacuum analyze');
}

/** `count` names of players, none of them returned before. */
function newPlayers(count: number): string[] {
  const group = ++groups;
  return Array.from({ length: count }, (_, index) => `player-${group}-${index}`);
}
let groups = 0;
