import { readConfig } from '../../src/config.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import type { Transaction } from './dredd.ts';
import { directConnectionNeeded, type Target, Unavailable } from './target.ts';

/** The contract's example of a request, with a valid token of a player who has no rows, if the run has a token. */
export interface Given {
  readonly transaction: Pick<Transaction, 'request' | 'fullPath' | 'origin' | 'expected'>;
  readonly player: string | undefined;
  readonly target: Pick<Target, 'database' | 'query'>;
}

/** Undoes what a state has done to the database beyond the player's rows. */
type Undo = () => Promise<void>;

/** @throws Unavailable where the state needs what the run does not have */
export type State = (given: Given) => void | Promise<void> | Promise<Undo>;

/**
 * How to provoke each documented response: its one difference from a request that succeeds. The states of several checks can be combined in
 * one request, those of later checks first; it then violates all of these checks.
 *
 * A state that breaks the database returns a function that mends it. The rows of the player are deleted after each transaction.
 */
export const states: Readonly<Record<string, State>> = {
  'POST /api/submit-verse 201': solve,

  'POST /api/submit-verse 400 InvalidJsonBody': ({ transaction: { request } }) => {
    request.body = request.body.slice(0, -1);
  },

  'POST /api/submit-verse 400 InvalidLocalDate': (given) => addToBody(given, { localDate: '21/11/2026' }),

  'POST /api/submit-verse 400 InvalidVerse': async (given) => {
    await solve(given);
    addToBody(given, { bookId: 'JHN', chapter: 3, verse: 37 });
  },

  'POST /api/submit-verse 401': spoilToken,

  // No player has solved it: there was no puzzle yet.
  'POST /api/submit-verse 403': (given) => addToBody(given, { localDate: '2000-01-01' }),

  'POST /api/submit-verse 413': ({ transaction: { request } }) => {
    request.body = request.body.padEnd(submitVerseOperation.maxBodyBytes + 1);
  },

  'POST /api/submit-verse 429': async (given) => {
    await solve(given);
    // Without an Idempotency-Key: with the one that Dredd sends, the request would get the 201 of this submission again.
    await submitEarlier(given);
  },

  'POST /api/submit-verse 500': async (given) => {
    const undo = await fillCalendar(given);
    await solve(given);
    return undo;
  },

  'GET /api/eligibility 200': readRows, // the example has a cooldown

  'GET /api/eligibility 400': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/localDate=[^&]*/, 'localDate=21%2F11%2F2026');
  },

  'GET /api/eligibility 401': spoilToken,

  'GET /api/eligibility 500': breakDatabase,

  'GET /api/submissions 200': readRows,

  'GET /api/submissions 401': spoilToken,

  'GET /api/submissions 500': breakDatabase,

  '400 BadRequest': ({ transaction: { request }, target }) => {
    if (target.database !== 'own') throw new Unavailable(directConnectionNeeded);
    request.headers['Host'] = 'no host';
  },

  '404 NotFound': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/(?=\?|$)/, '/other');
    transaction.origin.resourceName += '/other';
  },

  '405 MethodNotAllowed': ({ transaction: { request } }) => {
    request.method = 'PUT';
  },
};

function addToBody({ transaction: { request } }: Given, members: object): void {
  request.body = JSON.stringify({ ...JSON.parse(request.body), ...members });
}

function spoilToken({ transaction: { request } }: Given): void {
  request.headers['Authorization'] = 'Bearer invalid';
}

/** The player has solved the puzzle of the request's date. */
async function solve({ transaction: { request }, player, target }: Given): Promise<void> {
  await target.query('insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing', [
    player,
    JSON.parse(request.body).localDate,
  ]);
}

/** The player has submitted a verse. Its date is the latest free one in the past, so it takes no date that others can reserve or read. */
async function submitEarlier({ player, target }: Given): Promise<void> {
  await target.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select $1, 'GEN', 1, 1, day
     from generate_series(current_date - 1, date '2000-01-01', interval '-1 day') as day
     where not exists (select from scheduled_submission where scheduled_date = day)
     limit 1`,
    [player],
  );
}

/** The player has a submission to read. Without a database, the player has any rows or none, and only the response's schema is certain. */
async function readRows(given: Given): Promise<void> {
  if (given.target.database === 'none') delete given.transaction.expected.body;
  else await submitEarlier(given);
}

/** Without its table, every query of submissions fails. */
async function breakDatabase({ target }: Given): Promise<Undo> {
  assertOwn(target);
  await target.query('alter table scheduled_submission rename to hidden_submission');
  return () => target.query('alter table hidden_submission rename to scheduled_submission');
}

/** Every date up to the horizon is taken, and a few more in case midnight passes; each by another player, because of the cooldown. */
async function fillCalendar({ target }: Given): Promise<Undo> {
  assertOwn(target);
  const { horizonDays } = readConfig({}).calendar;
  await target.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select 'reader ' || day, 'GEN', 1, 1, current_date + day from generate_series(-1, $1::int + 2) as day`,
    [horizonDays],
  );
  return () => target.query("delete from scheduled_submission where user_id like 'reader %'");
}

function assertOwn({ database }: Given['target']): void {
  if (database !== 'own') throw new Unavailable('a database that it may fill or break: run without --endpoint');
}
