import type { components as players } from '../../../src/generated/openapi.ts';
import type { components } from '../../../src/puzzle/generated/openapi.puzzle.ts';
import { expectAnyBody } from '../states/request.ts';
import {
  type Check,
  type Seen,
  type StoredSubmission,
  unequal,
  unequalItems,
  unequalMembers,
  type ValueCase,
} from './seen.ts';

type Schemas = components['schemas'];

/** What is checked of every response of these names. */
export const checks: Readonly<Record<string, Check>> = {
  'PUT /puzzle/api/completions/{date}/{player} 204': async (seen) => {
    const date = seen.path.split('/').at(-2);
    const before = await seen.submit('2000-01-01');
    const after = await seen.submit(date);
    return [
      ...unequal('completions of the export', (await exported(seen)).completions, [date], 'the one that was recorded'),
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
    const stored = await seen.query<{ date: string }>(
      `select to_char(date, 'YYYY-MM-DD') as date from daily_completion where anonymous_id = $1 order by date desc`,
      [seen.player],
    );
    if (stored === undefined) return unequal('player', player, seen.player, 'that of the path');
    const dates = stored.map(({ date }) => date);
    return [
      ...unequal('player', player, seen.player, 'that of the path'),
      ...unequal('completions', completions, dates, 'the stored rows'),
      ...unequal('completionCount', completionCount, dates.length, 'the stored rows'),
      ...unequalItems('submissions', submissions, (await seen.stored()) ?? []),
    ];
  },

  'DELETE /puzzle/api/players/{player} 204': async (seen) => {
    const { completions, submissions } = await exported(seen);
    const rows = await seen.query<{ left: number }>(
      `select (select count(*) from daily_completion where anonymous_id = $1)::integer
            + (select count(*) from scheduled_submission where user_id = $1)::integer as left`,
      [seen.player],
    );
    return [
      ...unequal("the number of the export's completions", completions.length, 0, 'the player is erased'),
      ...unequal("the number of the export's submissions", submissions.length, 0, 'the player is erased'),
      ...unequal("the number of the player's rows", rows?.[0]?.left ?? 0, 0, 'the player is erased'),
    ];
  },
};

export const cases: readonly ValueCase[] = [
  {
    response: 'GET /puzzle/api/players/{player} 200',
    when: 'with completions and a submission',
    given: async (given) => {
      expectAnyBody(given);
      for (const date of ['2026-11-20', '2026-11-21']) await given.solved(date);
    },
  },
  {
    response: 'DELETE /puzzle/api/players/{player} 204',
    when: 'with a completion and a submission',
    given: (given) => given.solved('2026-11-21'),
  },
];

async function exported(seen: Seen): Promise<Schemas['PlayerExport']> {
  return await seen.read(`/puzzle/api/players/${encodeURIComponent(seen.player)}`);
}
