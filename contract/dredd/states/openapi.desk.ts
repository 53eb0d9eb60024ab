import {
  blockDateOperation,
  blockDatesOperation,
  moveSubmissionOperation,
  restoreSubmissionOperation,
  reviewSubmissionOperation,
  reviewSubmissionsOperation,
  setPauseOperation,
  setVerseOperation,
  unblockDatesOperation,
  withdrawSubmissionOperation,
} from '../../../src/desk/generated/operations.desk.ts';
import type { Given, State } from '../given.ts';
import { addToBody, cutBody, expectAnyBody, padBody, setQuery, spoilToken, takeRole } from './request.ts';

/** No window reaches these dates, so no player meets what a run does there. */
const here = '9998-12-24';
const there = '9998-12-26';
const elsewhere = '9998-12-23';

/** What a change needs to succeed: a verse, a date, or what undoes it. */
export async function prepare(given: Given): Promise<void> {
  const { transaction, target } = given;
  if (target.database === undefined) return; // what needs it is skipped
  const { resourceName: path } = transaction.origin;
  if (path.includes('{id}')) {
    const { id } = await given.submission({ scheduledDate: here });
    transaction.fullPath = transaction.fullPath.replace(/\d+(?=\/\w+\??$)/, String(id));
    addToBody(given, { from: here, ...(path !== withdrawSubmissionOperation.path && { to: there }) });
    if (path === restoreSubmissionOperation.path) await withdraw(given);
    given.afterwards('delete from blocked_date where date = $1', [there]);
  }
  if (path.includes('{date}')) {
    setDate(given, there);
    given.afterwards('delete from blocked_date where date = $1', [there]);
    given.afterwards('delete from scheduled_submission where by_editor and scheduled_date = $1', [there]);
    if (transaction.request.method === 'DELETE') await block(given);
  }
  if (path.startsWith(blockDatesOperation.path) && transaction.request.method === 'POST') {
    addToBody(given, { dates: [here, there] });
    given.afterwards('delete from blocked_date where date in ($1, $2)', [here, there]);
    if (path === unblockDatesOperation.path) await block(given);
  }
}

/** How to provoke each documented response of `openapi.desk.yaml`. */
export const states: Readonly<Record<string, State>> = {
  ...ofCalendar('GET /desk/api/calendar'),
  'GET /desk/api/calendar 304': ({ transaction: { request } }) => {
    request.headers['If-None-Match'] = '*';
  },
  ...ofCalendar('GET /desk/api/calendar.csv'),
  ...ofCalendar('GET /desk/api/calendar.ics'),

  ...ofChange('POST /desk/api/submissions/{id}/move'),
  ...ofBody('POST /desk/api/submissions/{id}/move', moveSubmissionOperation.maxBodyBytes, { to: 'tomorrow' }),
  ...ofSubmission('POST /desk/api/submissions/{id}/move'),
  'POST /desk/api/submissions/{id}/move 409 Blocked': async (given) => {
    await block(given);
    expectAnyBody(given);
  },
  'POST /desk/api/submissions/{id}/move 409 Taken': take,

  ...ofChange('POST /desk/api/submissions/{id}/withdraw'),
  ...ofBody('POST /desk/api/submissions/{id}/withdraw', withdrawSubmissionOperation.maxBodyBytes, { from: 'today' }),
  ...ofSubmission('POST /desk/api/submissions/{id}/withdraw'),

  ...ofChange('POST /desk/api/submissions/{id}/restore'),
  ...ofBody('POST /desk/api/submissions/{id}/restore', restoreSubmissionOperation.maxBodyBytes, { to: 'today' }),
  ...ofSubmission('POST /desk/api/submissions/{id}/restore'),
  'POST /desk/api/submissions/{id}/restore 409 Elsewhere': async (given) => {
    await given.query(
      `update scheduled_submission
       set scheduled_date = $2, withdrawn_at = null, withdrawn_from = null, cooldown_ended = false, created_at = created_at - interval '30 days'
       where user_id = $1 and withdrawn_at is not null`,
      [given.target.player?.id, elsewhere],
    );
    expectAnyBody(given);
  },
  'POST /desk/api/submissions/{id}/restore 409 Frozen': async (given) =>
    addToBody(given, { to: await given.pastDate() }),
  'POST /desk/api/submissions/{id}/restore 409 Blocked': block,
  'POST /desk/api/submissions/{id}/restore 409 Taken': take,
  'POST /desk/api/submissions/{id}/restore 409 CooldownOfAnother': async (given) => {
    await given.query(
      'update scheduled_submission set cooldown_ended = true where user_id = $1 and withdrawn_at is not null',
      [given.target.player?.id],
    );
    await given.submission();
  },

  ...ofToken('PUT /desk/api/submissions/{id}/review'),
  ...ofBody('PUT /desk/api/submissions/{id}/review', reviewSubmissionOperation.maxBodyBytes, { reviewed: 'yes' }),
  'PUT /desk/api/submissions/{id}/review 200': (given) => given.assertDatabase(),
  'PUT /desk/api/submissions/{id}/review 404': nameNoSubmission,
  'PUT /desk/api/submissions/{id}/review 500': (given) => given.hideTable('blocked_date'), // of the dates in the 200

  ...ofToken('POST /desk/api/review'),
  ...ofBody('POST /desk/api/review', reviewSubmissionsOperation.maxBodyBytes, { to: '2026-12-24', newest: 0 }),
  'POST /desk/api/review 200': (given) => {
    addToBody(given, { to: '2000-01-01' }); // no verse of others
    expectAnyBody(given);
  },
  'POST /desk/api/review 500': (given) => given.hideTable('scheduled_submission'),

  ...ofChange('PUT /desk/api/verses/{date}'),
  ...ofBody('PUT /desk/api/verses/{date}', setVerseOperation.maxBodyBytes, { verse: 0 }),
  'PUT /desk/api/verses/{date} 200': block,
  'PUT /desk/api/verses/{date} 409 Frozen': freezeDate,
  'PUT /desk/api/verses/{date} 409 Taken': take,

  ...ofChange('PUT /desk/api/blocked-dates/{date}'),
  ...ofBody('PUT /desk/api/blocked-dates/{date}', blockDateOperation.maxBodyBytes, { label: '' }),
  'PUT /desk/api/blocked-dates/{date} 200': (given) => given.assertDatabase(),
  'PUT /desk/api/blocked-dates/{date} 409 Frozen': freezeDate,
  'PUT /desk/api/blocked-dates/{date} 409 Taken': take,

  ...ofChange('DELETE /desk/api/blocked-dates/{date}'),
  'DELETE /desk/api/blocked-dates/{date} 204': (given) => given.assertDatabase(),
  'DELETE /desk/api/blocked-dates/{date} 400': (given) => setDate(given, 'today'),
  'DELETE /desk/api/blocked-dates/{date} 409': freezeDate,

  ...ofChange('POST /desk/api/blocked-dates'),
  ...ofBody('POST /desk/api/blocked-dates', blockDatesOperation.maxBodyBytes, { dates: [] }),
  'POST /desk/api/blocked-dates 200': (given) => given.assertDatabase(),

  ...ofChange('POST /desk/api/blocked-dates/unblock'),
  ...ofBody('POST /desk/api/blocked-dates/unblock', unblockDatesOperation.maxBodyBytes, { dates: [there, there] }),
  'POST /desk/api/blocked-dates/unblock 200': (given) => given.assertDatabase(),

  ...ofChange('PUT /desk/api/pause'),
  ...ofBody('PUT /desk/api/pause', setPauseOperation.maxBodyBytes, { paused: 'yes' }),
  'PUT /desk/api/pause 200': (given) => {
    given.assertOwnDatabase(); // meanwhile no player gets a date
    given.afterwards('delete from calendar_pause');
  },

  ...ofToken('GET /desk/api/submissions'),
  'GET /desk/api/submissions 200': expectAnyBody,
  'GET /desk/api/submissions 400 InvalidPlayer': (given) => setQuery(given, 'player', '\0'),
  'GET /desk/api/submissions 400 InvalidVerse': (given) => setQuery(given, 'verse', 'John 3:16'),
  'GET /desk/api/submissions 400 InvalidWithdrawn': (given) => setQuery(given, 'withdrawn', 'yes'),
  'GET /desk/api/submissions 400 InvalidUnread': (given) => setQuery(given, 'unread', 'yes'),
  'GET /desk/api/submissions 400 InvalidBeforeSubmission': (given) => setQuery(given, 'before', '0'),
  'GET /desk/api/submissions 500': (given) => given.hideTable('scheduled_submission'),

  ...ofToken('GET /desk/api/blocked-dates'),
  'GET /desk/api/blocked-dates 200': expectAnyBody,
  'GET /desk/api/blocked-dates 400': (given) => setQuery(given, 'label', ' '),
  'GET /desk/api/blocked-dates 500': (given) => given.hideTable('blocked_date'),

  ...ofToken('GET /desk/api/changes'),
  'GET /desk/api/changes 200': async (given) => {
    setQuery(given, 'before', String(Number.MAX_SAFE_INTEGER));
    expectAnyBody(given);
    if (given.target.database === undefined) return;
    await given.query("insert into calendar_change (actor, action, dates) values ($1, 'block', array[$2::date])", [
      given.target.player?.id,
      there,
    ]);
  },
  'GET /desk/api/changes 400 InvalidBefore': (given) => setQuery(given, 'before', '0'),
  'GET /desk/api/changes 400 InvalidAction': (given) => setQuery(given, 'action', 'read'),
  'GET /desk/api/changes 400 InvalidMonth': (given) => setQuery(given, 'month', '2026-13'),
  'GET /desk/api/changes 400 InvalidDate': (given) => setQuery(given, 'date', '2026-02-31'),
  'GET /desk/api/changes 400 InvalidActor': (given) => setQuery(given, 'actor', '\0'),
  'GET /desk/api/changes 500': hideRecord,
};

/** Without its table, no change can be recorded or read. */
function hideRecord(given: Given): void {
  given.hideTable('calendar_change');
}

function ofToken(operation: string): Record<string, State> {
  return { [`${operation} 401`]: spoilToken, [`${operation} 403`]: takeRole };
}

function ofCalendar(operation: string): Record<string, State> {
  return {
    ...ofToken(operation),
    [`${operation} 200`]: expectAnyBody,
    [`${operation} 400 InvalidFrom`]: (given) => setQuery(given, 'from', '24/12/2026'),
    [`${operation} 400 InvalidTo`]: (given) => setQuery(given, 'to', '26/12/2026'),
    [`${operation} 400 InvalidRange`]: (given) => setQuery(given, 'to', '2000-01-01'),
    [`${operation} 500`]: (given) => given.hideTable('scheduled_submission'),
  };
}

/** Each change can lack its role, and fail when it is recorded. */
function ofChange(operation: string): Record<string, State> {
  return { ...ofToken(operation), [`${operation} 500`]: hideRecord };
}

/** @param invalid members that are not allowed */
function ofBody(operation: string, maxBytes: number, invalid: object): Record<string, State> {
  return {
    [`${operation} 400 InvalidJsonBody`]: cutBody,
    [`${operation} 400 InvalidChange`]: (given) => addToBody(given, invalid),
    [`${operation} 413`]: (given) => padBody(given, maxBytes),
  };
}

function ofSubmission(operation: string): Record<string, State> {
  return {
    [`${operation} 200`]: (given) => given.assertDatabase(),
    [`${operation} 404`]: nameNoSubmission,
    [`${operation} 409 Elsewhere`]: async (given) => {
      await moveTo(given, elsewhere);
      expectAnyBody(given);
    },
    [`${operation} 409 Frozen`]: async (given) => {
      const past = await given.pastDate();
      await moveTo(given, past);
      addToBody(given, { from: past });
    },
  };
}

function nameNoSubmission({ transaction }: Given): void {
  transaction.fullPath = transaction.fullPath.replace(/\d+(?=\/\w+\??$)/, String(Number.MAX_SAFE_INTEGER));
}

/** The verse of the path is withdrawn. */
async function withdraw(given: Given): Promise<void> {
  await given.query(
    `update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date
     where user_id = $1`,
    [given.target.player?.id],
  );
}

/** The verse of the path is on another date. */
async function moveTo(given: Given, date: string): Promise<void> {
  await given.query('update scheduled_submission set scheduled_date = $2 where user_id = $1 and scheduled_date <> $3', [
    given.target.player?.id,
    date,
    there,
  ]);
}

async function block(given: Given): Promise<void> {
  await given.query("insert into blocked_date (date, label) values ($1, 'Dredd')", [there]);
}

/** A verse of the player is there, so old that the cooldown allows another one. */
async function take(given: Given): Promise<void> {
  await given.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     values ($1, 'GEN', 1, 2, $2, now() - interval '8 days')`,
    [given.target.player?.id, there],
  );
}

/** The date of the path is past, and so is what is on it. */
async function freezeDate(given: Given): Promise<void> {
  const past = await given.pastDate();
  given.afterwards('delete from blocked_date where date = $1', [past]);
  await given.query('update scheduled_submission set scheduled_date = $1 where scheduled_date = $2', [past, there]);
  await given.query('update blocked_date set date = $1 where date = $2', [past, there]);
  setDate(given, past);
}

function setDate({ transaction }: Given, date: string): void {
  transaction.fullPath = transaction.fullPath.replace(/[^/?]+(?=\??$)/, date);
}
