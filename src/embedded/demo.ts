import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AuthConfig } from '../auth/authenticate.ts';
import { signToken } from '../auth/sign-token.ts';
import { utcDate } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import { insertCompletions } from '../puzzle/record-completion.ts';

/** Where the demo operator plans the calendar. */
export const operatorPath = '/desk';
/** How long a token is valid. */
const lifetime = Temporal.Duration.from({ hours: 24 });
/** How long a code is valid, in milliseconds, and how many of a kind there are at most. */
const codeLimits = { ttl: 3_600_000, max: 1_000 };

/**
 * Verses of other players, one a day from today on, so that the operator's desk has something to
 * show. One of them is there twice.
 */
const verses = [
  ['GEN', 1, 1],
  ['PSA', 23, 1],
  ['PRO', 3, 5],
  ['ISA', 40, 31],
  ['MIC', 6, 8],
  ['MAT', 5, 9],
  ['PSA', 23, 1],
  ['LUK', 2, 14],
  ['ROM', 8, 28],
  ['1CO', 13, 4],
  ['REV', 22, 21],
] as const;

export interface Demo {
  /**
   * The path of the page that signs the demo player in, once. Browsers send the fragment to no
   * server.
   */
  readonly path: string;
  /** The path of the page that signs the demo operator in, once. */
  readonly operatorPath: string;
  /** A shell command that submits a verse as the demo player. */
  readonly curl: string;
  /**
   * Lets the same player submit on a later day, too: records that the player has solved that day's
   * puzzle, and returns a path with a new code.
   */
  signIn(): Promise<string>;
  /**
   * The token for which a path has this code; undefined if it was used before, or is older than an
   * hour.
   */
  exchange(code: string): string | undefined;
}

/**
 * Creates a player who has solved today's puzzle, an operator who may change the calendar and, if
 * it is empty, verses on the calendar.
 *
 * The player is `demo` or, if that player has already submitted a verse, the next of `demo-2`,
 * `demo-3`, ...
 *
 * @param em connected as a role that may insert completions
 * @returns undefined if tokens are not signed with a shared secret
 */
export async function createDemo(auth: AuthConfig, em: EntityManager, serviceUrl: string): Promise<Demo | undefined> {
  if (!('secret' in auth)) return undefined;
  await fillEmptyCalendar(em.fork(), utcDate(Temporal.Now.instant()));
  const player = await nextPlayer(em.fork());
  const createToken = async () => {
    await solveToday(em.fork(), player, utcDate(Temporal.Now.instant()));
    return await signToken(player, lifetime, auth);
  };
  // Apart, so that no number of visits makes a printed link invalid.
  const printed = new LRUCache<string, string>(codeLimits);
  const visits = new LRUCache<string, string>(codeLimits);

  const token = await createToken();
  const today = utcDate(Temporal.Now.instant());
  const body = JSON.stringify({ localDate: today.toString(), bookId: 'JHN', chapter: 3, verse: 16 });
  const { method, path } = submitVerseOperation;
  return {
    path: `/submit#code=${createCode(printed, token)}`,
    operatorPath: `${operatorPath}#code=${createCode(printed, await signToken('demo-operator', lifetime, auth, ['calendar-editor']))}`,
    curl: `curl -i -X ${method} ${serviceUrl}${path} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`,
    signIn: async () => `/submit#code=${createCode(visits, await createToken())}`,
    exchange(code) {
      const token = printed.get(code) ?? visits.get(code);
      printed.delete(code);
      visits.delete(code);
      return token;
    },
  };
}

function createCode(tokens: LRUCache<string, string>, token: string): string {
  const code = randomUUID();
  tokens.set(code, token);
  return code;
}

/** Each verse is another player's, and was submitted a week before its date, or just now. */
async function fillEmptyCalendar(em: EntityManager, today: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
    select 'reader-' || position, book_id, chapter, verse, date, least(date - interval '7 days', now())
    from unnest(
      ${verses.map(([bookId]) => bookId)}::text[],
      ${verses.map(([, chapter]) => chapter)}::integer[],
      ${verses.map(([, , verse]) => verse)}::integer[]
    ) with ordinality as verse (book_id, chapter, verse, position),
      lateral (select ${today.toString()}::date + position::integer - 1 as date) as day
    where not exists (select from scheduled_submission)`.execute(em.getKysely());
}

async function nextPlayer(em: EntityManager): Promise<string> {
  const { rows } = await sql<{ player: string }>`
    select distinct user_id as player from scheduled_submission where user_id ~ '^demo(-[0-9]+)?$'`.execute(
    em.getKysely(),
  );
  const taken = new Set(rows.map((row) => row.player));
  let player = 'demo';
  for (let number = 2; taken.has(player); number++) player = `demo-${number}`;
  return player;
}

/**
 * Records that a player has solved today's puzzle.
 *
 * @param today the UTC date; the player's own can be the day before or after it
 */
async function solveToday(em: EntityManager, player: string, today: Temporal.PlainDate): Promise<void> {
  const completions = [-1, 0, 1].map((days) => ({ player, date: today.add({ days }).toString() }));
  await insertCompletions(em.getKysely(), completions);
}
