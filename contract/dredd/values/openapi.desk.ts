import type { components } from '../../../src/desk/generated/openapi.desk.ts';
import {
  blockDatesOperation,
  restoreSubmissionOperation,
  setPauseOperation,
  unblockDatesOperation,
  withdrawSubmissionOperation,
} from '../../../src/desk/generated/operations.desk.ts';
import type { Given } from '../given.ts';
import type { Facts } from '../rows.ts';
import { type Check, referenceOf, revalidation, type Seen, unequal } from './seen.ts';

type Schemas = components['schemas'];
type Day = Schemas['Day'];
/** The members of the bodies that change the calendar. */
type Sent = Partial<Schemas['Move'] & Schemas['OwnVerse'] & Schemas['Block'] & Schemas['BlockDates']>;

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
    if (path === restoreSubmissionOperation.path) {
      const withdraw = `update scheduled_submission
        set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date where user_id = $1`;
      await given.query(withdraw, [target.player?.id]);
    }
    given.afterwards('delete from blocked_date where date = $1', [there]);
  }
  if (path.includes('{date}')) {
    setDate(given, there);
    given.afterwards('delete from blocked_date where date = $1', [there]);
    given.afterwards('delete from scheduled_submission where by_editor and scheduled_date = $1', [there]);
    if (transaction.request.method === 'DELETE') await given.block(there);
  }
  if (path === setPauseOperation.path && target.scratch) given.afterwards('delete from calendar_pause');
  if (path.startsWith(blockDatesOperation.path) && transaction.request.method === 'POST') {
    addToBody(given, { dates: [here, there] });
    given.afterwards('delete from blocked_date where date in ($1, $2)', [here, there]);
    if (path === unblockDatesOperation.path) await given.block(there);
  }
}

/** What is stored before a case, beside what `prepare` does. */
export const facts: Facts = {
  elsewhere: (given) => moveTo(given, elsewhere),

  'on a past date': async (given) => {
    const past = await given.pastDate();
    await moveTo(given, past);
    addToBody(given, { from: past });
  },

  'to a past date': async (given) => addToBody(given, { to: await given.pastDate() }),

  'of a past date': async (given) => {
    const past = await given.pastDate();
    given.afterwards('delete from blocked_date where date = $1', [past]);
    await given.query('update scheduled_submission set scheduled_date = $1 where scheduled_date = $2', [past, there]);
    await given.query('update blocked_date set date = $1 where date = $2', [past, there]);
    setDate(given, past);
  },

  'restored elsewhere': async (given) => {
    await given.query(
      `update scheduled_submission
       set scheduled_date = $2, withdrawn_at = null, withdrawn_from = null, cooldown_ended = false, created_at = created_at - interval '30 days'
       where user_id = $1 and withdrawn_at is not null`,
      [given.target.player?.id, elsewhere],
    );
  },

  'withdrawn without a cooldown': async (given) => {
    const end = 'update scheduled_submission set cooldown_ended = true where user_id = $1 and withdrawn_at is not null';
    await given.query(end, [given.target.player?.id]);
  },

  recorded: async (given) => {
    if (given.target.database === undefined) return;
    const insert = "insert into calendar_change (actor, action, dates) values ($1, 'block', array[$2::date])";
    await given.query(insert, [given.target.player?.id, there]);
  },
};

/** The verse of the path is on another date. */
async function moveTo(given: Given, date: string): Promise<void> {
  const move = 'update scheduled_submission set scheduled_date = $2 where user_id = $1 and scheduled_date <> $3';
  await given.query(move, [given.target.player?.id, date, there]);
}

function setDate({ transaction }: Given, date: string): void {
  transaction.fullPath = transaction.fullPath.replace(/[^/?]+(?=\??$)/, date);
}

function addToBody({ transaction: { request } }: Given, members: object): void {
  request.body = JSON.stringify({ ...JSON.parse(String(request.body)), ...members });
}

/**
 * A change, and how the dates that it concerns must be afterwards: `free`, `blocked`, or the
 * reference of the verse on it.
 *
 * @param date of the path
 * @param verse the reference of the run's own verse
 */
interface Change {
  readonly action: Schemas['Action'];
  readonly days: (sent: Sent, date: string, verse: string) => Readonly<Record<string, string>>;
}

const changes: Readonly<Record<string, Change>> = {
  'POST /desk/api/submissions/{id}/move 200': {
    action: 'move',
    days: ({ from = '', to = '' }, _, verse) => ({ [from]: 'free', [to]: verse }),
  },
  'POST /desk/api/submissions/{id}/withdraw 200': { action: 'withdraw', days: ({ from = '' }) => ({ [from]: 'free' }) },
  'POST /desk/api/submissions/{id}/restore 200': {
    action: 'restore',
    days: ({ to = '' }, _, verse) => ({ [to]: verse }),
  },
  'PUT /desk/api/verses/{date} 200': {
    action: 'set',
    days: ({ bookId = '', chapter = 0, verse = 0 }, date) => ({ [date]: referenceOf(bookId, chapter, verse) }),
  },
  'PUT /desk/api/blocked-dates/{date} 200': { action: 'block', days: (_, date) => ({ [date]: 'blocked' }) },
  'DELETE /desk/api/blocked-dates/{date} 204': { action: 'unblock', days: (_, date) => ({ [date]: 'free' }) },
  'POST /desk/api/blocked-dates 200': { action: 'block', days: ({ dates = [] }) => ofAll(dates, 'blocked') },
  'POST /desk/api/blocked-dates/unblock 200': { action: 'unblock', days: ({ dates = [] }) => ofAll(dates, 'free') },
};

/** What is checked of every response of these names. */
export const checks: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, (seen: Seen) => check(seen, change)])),

  'PUT /desk/api/submissions/{id}/review 200': async (seen) => {
    const { submission } = (seen.body as Schemas['ChangedDays']).days[0] ?? {};
    const by = 'select reviewed_by as by from scheduled_submission where id = $1';
    const [row] = (await seen.query<{ by: string }>(by, [submission?.id])) ?? [{ by: seen.player }];
    return [
      ...unequal('reviewed', submission?.reviewed, true, 'what was sent'),
      ...unequal('reviewed_by', row?.by, seen.player, 'whose token it is'),
    ];
  },

  'POST /desk/api/review 200': async (seen) => {
    const { unread, firstUnread } = await calendar(seen, [seen.today]);
    return unequal('the body', seen.body, { unread, ...(firstUnread && { firstUnread }) }, 'the calendar');
  },

  'PUT /desk/api/pause 200': async (seen) => {
    const { paused } = seen.sent as Schemas['Pause'];
    return [
      ...unequal('paused', (seen.body as Schemas['PauseState']).paused, paused, 'what was sent'),
      ...unequal('paused of the calendar', (await calendar(seen, [seen.today])).paused, paused, 'what was sent'),
      ...(await recordFaults(seen, 'pause')),
    ];
  },
};

/** What the cases of `rows/openapi.desk.yaml` compute. */
export const computed: Readonly<Record<string, Check>> = { revalidation };

/**
 * Holds the response, the calendar that is read after it, the rows and the record against what the
 * change must do.
 */
async function check(seen: Seen, { action, days }: Change): Promise<string[]> {
  const [row] = (await seen.stored()) ?? [];
  const sent = (seen.sent ?? {}) as Sent;
  const expected = days(sent, seen.path.split('/').at(-1) ?? '', row?.reference ?? '');
  const stored = await seen.query<{ date: string; bookId: string; chapter: number; verse: number; blocked: boolean }>(
    `select to_char(day.date, 'YYYY-MM-DD') as date, book_id as "bookId", chapter, verse, blocked_date is not null as blocked
     from unnest($1::date[]) as day (date)
       left join scheduled_submission on scheduled_date = day.date left join blocked_date on blocked_date.date = day.date`,
    [Object.keys(expected)],
  );
  const { days: responded, outcomes } = (seen.body ?? {}) as { days?: Day[]; outcomes?: { day: Day }[] };
  return [
    ...dayFaults('the response', responded ?? outcomes?.map(({ day }) => day), expected, sent.label),
    ...dayFaults('the calendar', (await calendar(seen, Object.keys(expected))).days, expected, sent.label),
    ...(stored ?? []).flatMap(({ date, bookId, chapter, verse, blocked }) => {
      const found = bookId === null ? (blocked ? 'blocked' : 'free') : referenceOf(bookId, chapter, verse);
      return unequal(`${date} in the database`, found, expected[date], 'the change');
    }),
    ...(await recordFaults(seen, action)),
  ];
}

/**
 * The dates that are not as a change must leave them.
 *
 * @param days undefined where the response has none
 * @param label that a blocked date must have
 */
export function dayFaults(
  where: string,
  days: readonly Day[] | undefined,
  expected: Readonly<Record<string, string>>,
  label?: string,
): string[] {
  if (days === undefined) return [];
  return Object.entries(expected).flatMap(([date, state]) => {
    const day = days.find((each) => each.date === date);
    const found = day?.state === 'reserved' ? day.submission?.reference : day?.state;
    return [
      ...unequal(`${date} in ${where}`, found, state, 'the change'),
      ...(found === 'blocked' && label !== undefined
        ? unequal(`the label of ${date} in ${where}`, day?.label, label, 'the change')
        : []),
    ];
  });
}

async function calendar(seen: Seen, dates: readonly string[]): Promise<Schemas['Calendar']> {
  const [first, last] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  return await seen.read(`/desk/api/calendar?from=${first}&to=${last}`);
}

/** The latest change that the run has made is in the record. */
async function recordFaults(seen: Seen, action: Schemas['Action']): Promise<string[]> {
  const { changes } = await seen.read<Schemas['ChangeList']>('/desk/api/changes');
  const latest = changes.find(({ actor }) => actor === seen.player);
  return unequal("the operator's latest change in the record", latest?.action, action, 'the change');
}

function ofAll(dates: readonly string[], state: string): Record<string, string> {
  return Object.fromEntries(dates.map((date) => [date, state]));
}
