import type { components as players } from '../../../src/generated/openapi.ts';
import type { components } from '../../../src/puzzle/generated/openapi.puzzle.ts';
import { type Given, idOf } from '../given.ts';
import type { Facts } from '../rows.ts';
import {
  type Check,
  revalidation,
  type Seen,
  type StoredSubmission,
  unequal,
  unequalItems,
  unequalMembers,
} from './seen.ts';

type Schemas = components['schemas'];

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

/** What is stored before a case, beside what `prepare` does. */
export const facts: Facts = {
  'of an unread chapter': async (given) => {
    const change = "update scheduled_submission set book_id = 'HAB', chapter = 2 where scheduled_date = $1";
    await given.query(change, [date]);
  },
};

/** What is checked of every response of these names. */
export const checks: Readonly<Record<string, Check>> = {
  'PUT /puzzle/api/completions/{date}/{player} 204': async (seen) => {
    const date = seen.path.split('/').at(-2);
    const before = await seen.submit('2000-01-01');
    const after = await seen.submit(date);
    return [
      ...unequal(
        'completions of the export',
        (await exportOf(seen, seen.player)).completions,
        [date],
        'the one that was recorded',
      ),
      ...unequal('the status of a submission for another date', before.status, 403, 'no completion is recorded'),
      ...unequal('the status of a submission after the completion', after.status, 201, 'it opens the gate'),
    ];
  },

  'GET /puzzle/api/verses/{date} 200': async (seen) => {
    const found = seen.body as Schemas['VerseOfDate'];
    const path = `/api/chapters/${found.bookId}/${found.chapter}`;
    const { verses, translation } = await seen.read<players['schemas']['Chapter']>(path);
    const [row] = (await seen.stored()) ?? [];
    const { scheduledDate: date, bookId, chapter, verse, reference } = row as StoredSubmission; // the state inserts it
    const stored = { date, bookId, chapter, verse, reference, player: seen.player };
    return [
      ...unequalMembers('the response', found, stored, 'the stored row'),
      ...unequalMembers('the response', found, { words: verses[found.verse - 1], translation }, 'its chapter'),
    ];
  },

  'GET /puzzle/api/verses/{date} 404': async (seen) => {
    const date = seen.path.split('/').at(-1);
    const [row] = (await seen.query<{ label: string }>('select label from blocked_date where date = $1', [date])) ?? [];
    return unequal('blocked', (seen.body as Schemas['NoVerse']).blocked, row?.label, 'the label of the date');
  },

  'GET /puzzle/api/players/{player} 200': async (seen) => {
    const { player, completions, completionCount, submissions } = seen.body as Schemas['PlayerExport'];
    const id = playerOf(seen);
    const stored = await seen.query<{ date: string }>(
      `select to_char(date, 'YYYY-MM-DD') as date from daily_completion where anonymous_id = $1 order by date desc`,
      [id],
    );
    if (stored === undefined) return unequal('player', player, id, 'that of the path');
    const dates = stored.map(({ date }) => date);
    return [
      ...unequal('player', player, id, 'that of the path'),
      ...unequal('completions', completions, dates, 'the stored rows'),
      ...unequal('completionCount', completionCount, dates.length, 'the stored rows'),
      ...unequalItems('submissions', submissions, (await seen.stored(id)) ?? []),
    ];
  },

  'DELETE /puzzle/api/players/{player} 204': async (seen) => {
    const { completions, submissions } = await exportOf(seen, playerOf(seen));
    const rows = await seen.query<{ left: number }>(
      `select (select count(*) from daily_completion where anonymous_id = $1)::integer
            + (select count(*) from scheduled_submission where user_id = $1)::integer as left`,
      [playerOf(seen)],
    );
    return [
      ...unequal("the number of the export's completions", completions.length, 0, 'the player is erased'),
      ...unequal("the number of the export's submissions", submissions.length, 0, 'the player is erased'),
      ...unequal("the number of the player's rows", rows?.[0]?.left ?? 0, 0, 'the player is erased'),
    ];
  },
};

/** What the cases of `rows/openapi.puzzle.yaml` compute. */
export const computed: Readonly<Record<string, Check>> = {
  revalidation,

  anotherStays: async (seen) => {
    const { completions } = await exportOf(seen, idOf(seen.target.player, 'another'));
    return unequal('completions of another player', completions, ['2026-11-20'], 'another player is erased');
  },

  cooldownIsGone: async (seen) => {
    await seen.solve('2026-11-21', 'player');
    return unequal('the status of a submission', (await seen.submit('2026-11-21')).status, 201, 'the cooldown is gone');
  },
};

/** The player of the path. */
function playerOf({ path }: Seen): string {
  return decodeURIComponent(path.replace(/\?.*/, '').split('/').at(-1) ?? '');
}

async function exportOf(seen: Seen, player: string): Promise<Schemas['PlayerExport']> {
  return await seen.read(`/puzzle/api/players/${encodeURIComponent(player)}`);
}

/** Replaces the last part of the path. */
function setLast({ transaction }: Given, part: string): void {
  transaction.fullPath = transaction.fullPath.replace(/[^/?]+(?=\??$)/, part);
}
