import { readConfig } from '../../../src/config.ts';
import { submitVerseOperation } from '../../../src/generated/operations.ts';
import { operationsOf } from '../../document/operations.ts';
import { readContract } from '../../document/read.ts';
import { type Given, type State, Unavailable } from '../given.ts';
import { addToBody, cutBody, padBody, setQuery, spoilToken } from './request.ts';

/** How to provoke each documented response of `openapi.yaml`. */
export const states: Readonly<Record<string, State>> = {
  'POST /api/submit-verse 201': (given) => given.solved(),

  'POST /api/submit-verse 400 InvalidJsonBody': cutBody,

  'POST /api/submit-verse 400 InvalidLocalDate': (given) => addToBody(given, { localDate: '21/11/2026' }),

  'POST /api/submit-verse 400 InvalidVerse': async (given) => {
    await given.solved();
    addToBody(given, { bookId: 'JHN', chapter: 3, verse: 37 });
  },

  'POST /api/submit-verse 401': spoilToken,

  // No player has solved it: there was no puzzle yet.
  'POST /api/submit-verse 403': (given) => addToBody(given, { localDate: '2000-01-01' }),

  'POST /api/submit-verse 413': (given) => padBody(given, submitVerseOperation.maxBodyBytes),

  'POST /api/submit-verse 429': async (given) => {
    await given.solved();
    await given.submission();
  },

  'POST /api/submit-verse 500': async (given) => {
    fillCalendar(given);
    await given.solved();
  },

  'GET /api/eligibility 200': readRows, // the example has a cooldown

  'GET /api/eligibility 400 InvalidLocalDate': (given) => setQuery(given, 'localDate', '21/11/2026'),

  'GET /api/eligibility 400 InvalidVerse': (given) => setQuery(given, 'verse', '37'),

  'GET /api/eligibility 401': spoilToken,

  'GET /api/eligibility 500': (given) => given.hideTable('scheduled_submission'),

  'GET /api/submissions 200': readRows,

  'GET /api/submissions 401': spoilToken,

  'GET /api/submissions 500': (given) => given.hideTable('scheduled_submission'),

  'GET /api/chapters/{bookId}/{chapter} 200': () => {},

  'GET /api/chapters/{bookId}/{chapter} 304': ({ transaction: { request } }) => {
    request.headers['If-None-Match'] = '*';
  },

  'GET /api/chapters/{bookId}/{chapter} 404': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/(PSA|HAB)\/\d+/, 'JHN/22');
  },

  'GET /api/chapters/{bookId}/{chapter} 500': (given) => {
    given.hideChapters();
    given.transaction.fullPath = given.transaction.fullPath.replace('PSA/117', 'HAB/2');
  },

  'GET /api/verses 200': () => {},

  'GET /api/verses 304': ({ transaction: { request } }) => {
    request.headers['If-None-Match'] = '*';
  },

  'GET /api/verses 400': (given) => setQuery(given, 'words', 'we'),

  'GET /api/verses 500': (given) => {
    given.hideChapters();
    setQuery(given, 'words', 'vision tarry');
  },

  '400 BadRequest': ({ transaction: { request }, target }) => {
    if (!target.own) {
      throw new Unavailable(
        'a connection without a proxy in between, as to a service that the run starts (no --endpoint)',
      );
    }
    request.headers['Host'] = 'no host';
  },

  '404 NotFound': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace(/(?=\?|$)/, '/other');
    transaction.origin.resourceName += '/other';
  },

  '405 MethodNotAllowed': ({ transaction: { request, origin } }) => {
    const names = operationsOf(readContract()).map(({ name }) => name);
    const lacking = ['PUT', 'PATCH', 'DELETE'].find((method) => !names.includes(`${method} ${origin.resourceName}`));
    if (lacking === undefined) throw new Error(`${origin.resourceName} lacks no method`);
    request.method = lacking;
  },
};

/**
 * The player has a submission to read. Without a database, the player has any rows or none, and
 * only the response's schema is certain.
 */
async function readRows(given: Given): Promise<void> {
  if (given.target.database === undefined) delete given.transaction.expected.body;
  else await given.submission();
}

/**
 * Every date up to the horizon is taken, and a few more in case midnight passes; each by another
 * player, because of the cooldown.
 */
function fillCalendar(given: Given): void {
  const { horizonDays } = readConfig({}).calendar;
  given.breakDatabase(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select 'reader ' || day, 'GEN', 1, 1, current_date + day from generate_series(0, ${horizonDays} + 2) as day`,
    "delete from scheduled_submission where user_id like 'reader %'",
  );
}
