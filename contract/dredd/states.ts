import { readConfig } from '../../src/config.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import type { Transaction } from './dredd.ts';
import type { Target } from './target.ts';

/** A request that would get 201: a player with a valid token who has solved the puzzle, and an empty calendar. */
export interface Given {
  readonly transaction: Transaction;
  readonly player: string;
  readonly target: Target;
}

/** Undoes what a state has done to the database beyond its rows. */
type Undo = () => Promise<void>;

/**
 * How to provoke each documented response: its one difference from a request that succeeds. A state that breaks the database returns a function
 * that mends it.
 */
export const states: Readonly<Record<string, (given: Given) => void | Promise<void> | Promise<Undo>>> = {
  'POST /api/submit-verse 201': () => {},

  'POST /api/submit-verse 400 InvalidJsonBody': ({ transaction: { request } }) => {
    request.body = request.body.slice(0, -1);
  },

  'POST /api/submit-verse 400 InvalidLocalDate': (given) => addToBody(given, { localDate: '21/11/2026' }),

  'POST /api/submit-verse 400 InvalidVerse': (given) => addToBody(given, { bookId: 'JHN', chapter: 3, verse: 37 }),

  'POST /api/submit-verse 401': expireToken,

  'POST /api/submit-verse 403': async ({ player, target }) => {
    await target.query('delete from daily_completion where anonymous_id = $1', [player]);
  },

  'POST /api/submit-verse 413': ({ transaction: { request } }) => {
    request.body = request.body.padEnd(submitVerseOperation.maxBodyBytes + 1);
  },

  // The submission has no Idempotency-Key: with the one that Dredd sends, the request would get its 201 again.
  'POST /api/submit-verse 429': submitEarlier,

  'POST /api/submit-verse 500': async ({ target }) => {
    // Every date up to the horizon, and a few more in case midnight passes; each by another player, because of the cooldown.
    const { horizonDays } = readConfig({}).calendar;
    await target.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       select 'reader ' || day, 'GEN', 1, 1, current_date + day from generate_series(-1, $1::int + 2) as day`,
      [horizonDays],
    );
  },

  'GET /api/eligibility 200': submitEarlier, // the example has a cooldown

  'GET /api/eligibility 400': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/localDate=[^&]*/, 'localDate=21%2F11%2F2026');
  },

  'GET /api/eligibility 401': expireToken,

  'GET /api/eligibility 500': ({ target }) => breakDatabase(target),

  'GET /api/submissions 200': submitEarlier,

  'GET /api/submissions 401': expireToken,

  'GET /api/submissions 500': ({ target }) => breakDatabase(target),

  '404 NotFound': ({ transaction }) => {
    transaction.fullPath = '/api/other';
  },

  '405 MethodNotAllowed': ({ transaction: { request } }) => {
    request.method = 'PUT';
  },
};

function addToBody({ transaction: { request } }: Given, members: object): void {
  request.body = JSON.stringify({ ...JSON.parse(request.body), ...members });
}

async function expireToken({ transaction: { request }, player, target }: Given): Promise<void> {
  request.headers['Authorization'] = `Bearer ${await target.token(player, '-1h')}`;
}

async function submitEarlier({ player, target }: Given): Promise<void> {
  await target.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     values ($1, 'GEN', 1, 1, current_date + 30)`,
    [player],
  );
}

/** Without its table, every query of submissions fails. */
async function breakDatabase(target: Target): Promise<Undo> {
  await target.query('alter table scheduled_submission rename to hidden_submission');
  return () => target.query('alter table hidden_submission rename to scheduled_submission');
}
