import type { Given, State } from '../given.ts';
import { expectAnyBody, spoilToken, takeRole } from './request.ts';

/** No window reaches this date, so no player meets what a run does there. */
const date = '9998-12-28';

/** The verse is the player's, and the player is the one of the token. */
export async function prepare(given: Given): Promise<void> {
  const { transaction, target } = given;
  const { resourceName: path } = transaction.origin;
  if (path.endsWith('{player}') && target.player !== undefined) setLast(given, encodeURIComponent(target.player.id));
  if (path.endsWith('{date}')) setLast(given, date);
  if (target.database === undefined || path.includes('completions')) return;
  const { id } = await given.submission(path.endsWith('{date}') ? { scheduledDate: date } : {});
  // It is the player's no longer if the player has been erased.
  given.afterwards('delete from scheduled_submission where id = $1', [id]);
}

const record = 'PUT /puzzle/api/completions/{date}/{player}';
const read = 'GET /puzzle/api/verses/{date}';
const exported = 'GET /puzzle/api/players/{player}';
const erase = 'DELETE /puzzle/api/players/{player}';

/** How to provoke each documented response of `openapi.puzzle.yaml`. */
export const states: Readonly<Record<string, State>> = {
  ...ofToken(record),
  [`${record} 204`]: (given) => given.assertDatabase(), // whose rows it leaves
  [`${record} 400 InvalidDate`]: ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/[^/]+(?=\/[^/]+$)/, '2026-02-31');
  },
  [`${record} 400 InvalidPlayer`]: spoilPlayer,
  [`${record} 500`]: (given) => given.hideTable('daily_completion'),

  ...ofToken(read),
  [`${read} 200`]: (given) => given.assertDatabase(),
  [`${read} 304`]: (given) => {
    given.assertDatabase();
    given.transaction.request.headers['If-None-Match'] = '*';
  },
  [`${read} 400`]: (given) => setLast(given, '2026-02-31'),
  [`${read} 404`]: async (given) => {
    await given.query('delete from scheduled_submission where scheduled_date = $1', [date]);
    await given.query("insert into blocked_date (date, label) values ($1, 'Dredd')", [date]);
    given.afterwards('delete from blocked_date where date = $1', [date]);
  },
  [`${read} 500`]: async (given) => {
    given.hideChapters();
    await given.query("update scheduled_submission set book_id = 'HAB', chapter = 2 where scheduled_date = $1", [date]);
  },

  ...ofToken(exported),
  [`${exported} 200`]: expectAnyBody,
  [`${exported} 400`]: spoilPlayer,
  [`${exported} 500`]: (given) => given.hideTable('scheduled_submission'),

  ...ofToken(erase),
  [`${erase} 204`]: (given) => given.assertDatabase(),
  [`${erase} 400`]: spoilPlayer,
  [`${erase} 500`]: (given) => given.hideTable('calendar_change'),
};

function ofToken(operation: string): Record<string, State> {
  return { [`${operation} 401`]: spoilToken, [`${operation} 403`]: takeRole };
}

function spoilPlayer(given: Given): void {
  setLast(given, '%00');
}

/** Replaces the last part of the path. */
function setLast({ transaction }: Given, part: string): void {
  transaction.fullPath = transaction.fullPath.replace(/[^/?]+(?=\??$)/, part);
}
