import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { signToken } from '../auth/sign-token.ts';
import { utcDate } from '../calendar/window.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { ServiceConfig } from '../service.ts';

/** How long a token is valid. */
const lifetime = Temporal.Duration.from({ hours: 24 });
/** How long a code is valid, in milliseconds, and how many there are at most. */
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
  /** The path of the operator's desk that signs the demo operator in, once. */
  readonly deskPath: string;
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
 * @returns undefined if tokens are not signed with a shared secret
 */
export async function createDemo({ auth, databaseUrl }: ServiceConfig, serviceUrl: string): Promise<Demo | undefined> {
  if (!('secret' in auth)) return undefined;
  const player = await withClient(databaseUrl, async (client) => {
    await fillEmptyCalendar(client, utcDate(Temporal.Now.instant()));
    return await nextPlayer(client);
  });
  const createToken = async () => {
    await withClient(databaseUrl, (client) => solveToday(client, player, utcDate(Temporal.Now.instant())));
    return await signToken(player, lifetime, auth);
  };
  const tokens = new LRUCache<string, string>(codeLimits);
  const createCode = (token: string) => {
    const code = randomUUID();
    tokens.set(code, token);
    return code;
  };

  const token = await createToken();
  const today = utcDate(Temporal.Now.instant());
  const body = JSON.stringify({ localDate: today.toString(), bookId: 'JHN', chapter: 3, verse: 16 });
  const { method, path } = submitVerseOperation;
  return {
    path: `/submit#code=${createCode(token)}`,
    deskPath: `/desk#code=${createCode(await signToken('demo-operator', lifetime, auth, ['calendar-editor']))}`,
    curl: `curl -i -X ${method} ${serviceUrl}${path} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`,
    signIn: async () => `/submit#code=${createCode(await createToken())}`,
    exchange(code) {
      const token = tokens.get(code);
      tokens.delete(code);
      return token;
    },
  };
}

async function withClient<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each verse is another player's, and was submitted a week before its date, or just now. */
async function fillEmptyCalendar(client: pg.Client, today: Temporal.PlainDate): Promise<void> {
  await client.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select 'reader-' || position, book_id, chapter, verse, date, least(date - interval '7 days', now())
     from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as verse (book_id, chapter, verse, position),
       lateral (select $4::date + position::integer - 1 as date) as day
     where not exists (select from scheduled_submission)`,
    [
      verses.map(([bookId]) => bookId),
      verses.map(([, chapter]) => chapter),
      verses.map(([, , verse]) => verse),
      today.toString(),
    ],
  );
}

async function nextPlayer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ user_id: string }>(
    "select distinct user_id from scheduled_submission where user_id ~ '^demo(-[0-9]+)?$'",
  );
  const taken = new Set(rows.map((row) => row.user_id));
  let player = 'demo';
  for (let number = 2; taken.has(player); number++) player = `demo-${number}`;
  return player;
}

/**
 * Records that a player has solved today's puzzle.
 *
 * @param today the UTC date; the player's own can be the day before or after it
 */
async function solveToday(client: pg.Client, player: string, today: Temporal.PlainDate): Promise<void> {
  const dates = [-1, 0, 1].map((days) => today.add({ days }).toString());
  await client.query(
    'insert into daily_completion (anonymous_id, date) select $1, unnest($2::date[]) on conflict do nothing',
    [player, dates],
  );
}
