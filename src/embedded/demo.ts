import pg from 'pg';
import { signToken } from '../auth/sign-token.ts';
import { utcDate } from '../calendar/window.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { ServiceConfig } from '../service.ts';

/** How long the printed token is valid. */
const lifetime = Temporal.Duration.from({ hours: 24 });

/** Two ways in which the demo player can submit a verse. */
export interface Demo {
  /** The URL of the page, or undefined if there are no pages. The token is in its fragment, which browsers send to no server. */
  readonly page: string | undefined;
  /** A shell command. */
  readonly curl: string;
}

/**
 * Creates a player who has solved today's puzzle.
 *
 * The player is `demo` or, if that player has already submitted a verse, the next of `demo-2`, `demo-3`, ...
 *
 * @returns undefined if tokens are not signed with a shared secret
 */
export async function createDemo(config: ServiceConfig, serviceUrl: string): Promise<Demo | undefined> {
  if (!('secret' in config.auth)) return undefined;
  const today = utcDate(Temporal.Now.instant());
  const player = await demoPlayer(config.databaseUrl, today);
  const token = await signToken(player, lifetime, config.auth);
  const body = JSON.stringify({ localDate: today.toString(), bookId: 'JHN', chapter: 3, verse: 16 });
  const { method, path } = submitVerseOperation;
  return {
    page: config.pages ? `${serviceUrl}/submit#token=${token}` : undefined,
    curl: `curl -i -X ${method} ${serviceUrl}${path} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`,
  };
}

async function demoPlayer(databaseUrl: string, today: Temporal.PlainDate): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user_id: string }>(
      "select distinct user_id from scheduled_submission where user_id ~ '^demo(-[0-9]+)?$'",
    );
    const taken = new Set(rows.map((row) => row.user_id));
    let player = 'demo';
    for (let number = 2; taken.has(player); number++) player = `demo-${number}`;
    // The reader's own date, which the page sends, can be the day before or after the UTC date.
    const dates = [-1, 0, 1].map((days) => today.add({ days }).toString());
    await client.query(
      'insert into daily_completion (anonymous_id, date) select $1, unnest($2::date[]) on conflict do nothing',
      [player, dates],
    );
    return player;
  } finally {
    await client.end();
  }
}
