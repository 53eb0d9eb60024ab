import pg from 'pg';
import { signToken } from '../auth/sign-token.ts';
import { utcDate } from '../calendar/window.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { ServiceConfig } from '../service.ts';

/** How long the token in the printed command is valid. */
const lifetime = Temporal.Duration.from({ hours: 24 });

/**
 * Creates a player who has solved today's puzzle, and returns the command with which this player submits a verse.
 *
 * The player is `demo` or, if that player has already submitted a verse, the next of `demo-2`, `demo-3`, ...
 *
 * @returns a shell command, or undefined if tokens are not signed with a shared secret
 */
export async function demoCommand(config: ServiceConfig, serviceUrl: string): Promise<string | undefined> {
  if (!('secret' in config.auth)) return undefined;
  const localDate = utcDate(Temporal.Now.instant()).toString();
  const player = await demoPlayer(config.databaseUrl, localDate);
  const token = await signToken(player, lifetime, config.auth);
  const body = JSON.stringify({ localDate, bookId: 'JHN', chapter: 3, verse: 16 });
  const { method, path } = submitVerseOperation;
  return `curl -i -X ${method} ${serviceUrl}${path} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}

async function demoPlayer(databaseUrl: string, localDate: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user_id: string }>(
      "select distinct user_id from scheduled_submission where user_id ~ '^demo(-[0-9]+)?$'",
    );
    const taken = new Set(rows.map((row) => row.user_id));
    let player = 'demo';
    for (let number = 2; taken.has(player); number++) player = `demo-${number}`;
    await client.query('insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing', [
      player,
      localDate,
    ]);
    return player;
  } finally {
    await client.end();
  }
}
