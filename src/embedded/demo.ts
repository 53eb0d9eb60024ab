import pg from 'pg';
import { signToken } from '../auth/sign-token.ts';
import { utcDate } from '../calendar/window.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { ServiceConfig } from '../service.ts';

/** How long a token is valid. */
const lifetime = Temporal.Duration.from({ hours: 24 });

export interface Demo {
  /** The path of the page where the demo player is signed in. Browsers send the fragment to no server. */
  readonly path: string;
  /** A shell command that submits a verse as the demo player. */
  readonly curl: string;
  /** Lets the same player submit on a later day, too: records that the player has solved that day's puzzle, and returns a path with a new token. */
  signIn(): Promise<string>;
}

/**
 * Creates a player who has solved today's puzzle.
 *
 * The player is `demo` or, if that player has already submitted a verse, the next of `demo-2`, `demo-3`, ...
 *
 * @returns undefined if tokens are not signed with a shared secret
 */
export async function createDemo({ auth, databaseUrl }: ServiceConfig, serviceUrl: string): Promise<Demo | undefined> {
  if (!('secret' in auth)) return undefined;
  const player = await withClient(databaseUrl, nextPlayer);
  const createToken = async () => {
    await withClient(databaseUrl, (client) => solveToday(client, player, utcDate(Temporal.Now.instant())));
    return await signToken(player, lifetime, auth);
  };
  const pathFor = (token: string) => `/submit#token=${token}`;

  const token = await createToken();
  const today = utcDate(Temporal.Now.instant());
  const body = JSON.stringify({ localDate: today.toString(), bookId: 'JHN', chapter: 3, verse: 16 });
  const { method, path } = submitVerseOperation;
  return {
    path: pathFor(token),
    curl: `curl -i -X ${method} ${serviceUrl}${path} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`,
    signIn: async () => pathFor(await createToken()),
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
export async function solveToday(client: pg.Client, player: string, today: Temporal.PlainDate): Promise<void> {
  const dates = [-1, 0, 1].map((days) => today.add({ days }).toString());
  await client.query(
    'insert into daily_completion (anonymous_id, date) select $1, unnest($2::date[]) on conflict do nothing',
    [player, dates],
  );
}
