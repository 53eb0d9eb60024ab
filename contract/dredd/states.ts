import { readConfig } from '../../src/config.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { type TestService, token } from '../../test/support/service.ts';
import type { Transaction } from './dredd.ts';

/** A request that would get 201: a player with a real token who has solved the puzzle, and a calendar that is empty. */
export interface Given {
  readonly transaction: Transaction;
  readonly player: string;
  readonly service: TestService;
}

/** What each answer of the contract needs to come about: the one thing that is different from a request that gets 201. */
export const states: Readonly<Record<string, (given: Given) => void | Promise<void>>> = {
  'POST /api/submit-verse 201': () => {},

  'POST /api/submit-verse 400 InvalidJsonBody': ({ transaction: { request } }) => {
    request.body = request.body.slice(0, -1);
  },

  'POST /api/submit-verse 400 InvalidLocalDate': (given) => addToBody(given, { localDate: '21/11/2026' }),

  'POST /api/submit-verse 400 InvalidVerse': (given) => addToBody(given, { bookId: 'JHN', chapter: 3, verse: 37 }),

  'POST /api/submit-verse 401': async ({ transaction: { request }, player }) => {
    request.headers['Authorization'] = `Bearer ${await token(player, { exp: 0 })}`;
  },

  'POST /api/submit-verse 403': async ({ player, service }) => {
    await service.database.query('delete from daily_completion where anonymous_id = $1', [player]);
  },

  'POST /api/submit-verse 413': ({ transaction: { request } }) => {
    request.body = request.body.padEnd(submitVerseOperation.maxBodyBytes + 1);
  },

  // Without the Idempotency-Key that Dredd sends: with it, Dredd's request would repeat this one and get its 201 again.
  'POST /api/submit-verse 429': async ({ transaction: { request }, player, service }) => {
    const { status } = await service.submit(player, request.body);
    if (status !== 201) throw new Error(`the earlier submission got ${status}`);
  },

  'POST /api/submit-verse 500': async ({ service }) => {
    // Every date up to the horizon and, since midnight may pass, a few more; each by another player, who has no cooldown.
    const { horizonDays } = readConfig({}).calendar;
    await service.database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       select 'reader ' || day, 'GEN', 1, 1, current_date + day from generate_series(-1, $1::int + 2) as day`,
      [horizonDays],
    );
  },

  '404 NotFound': ({ transaction }) => {
    transaction.fullPath += 's';
  },

  '405 MethodNotAllowed': ({ transaction: { request } }) => {
    request.method = 'GET';
    request.body = '';
  },
};

function addToBody({ transaction: { request } }: Given, members: object): void {
  request.body = JSON.stringify({ ...JSON.parse(request.body), ...members });
}
