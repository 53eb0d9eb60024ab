import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { blocksOf, type PendingChange, seen } from '../../../desk/src/changes.ts';
import { type Client, createClient, type Day, type FoundSubmission } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { join, perform } from '../../../desk/src/perform.ts';
import { dayText } from '../../../desk/src/texts.ts';
import { noon, recorded, stateOf } from '../../support/desk.ts';
import { editor, TestService, token } from '../../support/service.ts';
import { realTime, stopClock } from '../../support/timers.ts';

/** What the page tells an operator, and sends, while a colleague changes the same calendar. */
const service = await TestService.start({ desk: true, clock: () => Temporal.Instant.from(noon) });
const clientOf = async (name: string) => createClient(await token(name.toLowerCase(), { ...editor, name }));
const [ed, ruth] = [await clientOf('Ed'), await clientOf('Ruth')];
/** How many of the next responses are lost. */
let lost = 0;
const reach = globalThis.fetch;
// The page's origin is that of the desk.
globalThis.fetch = async (input, init) => {
  const response = await reach(new URL(String(input), service.adminUrl), init);
  if (init?.method === 'GET' || lost === 0) return response;
  lost--;
  throw new TypeError('Failed to fetch');
};
beforeAll(() => stopClock(noon)); // dates of this year are written without it, and an instant of today is a time
beforeEach(async () => {
  lost = 0;
  await arrange();
});
afterAll(async () => {
  realTime();
  globalThis.fetch = reach;
  await service[Symbol.asyncDispose]();
});

const dates = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'] as const;
const [ownDate, playersDate, freeDate, blockedDate, left, readDate] = dates;

/**
 * Verses of the editor's own (1) and of players (2, and 4, which somebody has read), a withdrawn one
 * (3), a blocked date and a free one. Faster than to truncate the tables, which is done hundreds of
 * times.
 */
async function arrange(): Promise<void> {
  await service.database.query(`
    with gone as (delete from calendar_change), resumed as (delete from calendar_pause),
      unblocked as (delete from blocked_date where date <> '${blockedDate}')
    delete from scheduled_submission`);
  await service.database.query(`
    with blocked as (insert into blocked_date (date, label) values ('${blockedDate}', 'Feast') on conflict do nothing)
    insert into scheduled_submission (id, user_id, book_id, chapter, verse, by_editor, scheduled_date, withdrawn_at,
      withdrawn_from, created_at, reviewed_at, reviewed_by, reviewed_by_name)
    values
      (1, 'nobody', 'PSA', 119, 1, true, '${ownDate}', null, null, '2026-11-01', null, null, null),
      (2, 'ann', 'PSA', 119, 2, false, '${playersDate}', null, null, '2026-11-01', null, null, null),
      (3, 'ben', 'PSA', 119, 3, false, null, '2026-11-10', '${left}', '2026-11-01', null, null, null),
      (4, 'cat', 'PSA', 119, 4, false, '${readDate}', null, null, '2026-11-01', '2026-11-20T10:15:00Z', 'vera', 'Vera')`);
}

async function look(): Promise<readonly Day[]> {
  const calendar = await ed.getCalendar({ from: ownDate, to: readDate });
  if (calendar.status !== 200) throw new Error('nothing to see');
  return calendar.days;
}

// What an operator has on the screen, as it is arranged.
await arrange();
const days = await look();
const [own, players, free, blocked, , read] = days as [Day, Day, Day, Day, Day, Day];
const found = await ed.findSubmissions({ withdrawn: true });
const withdrawn = (found.status === 200 ? found.submissions[0] : undefined) as FoundSubmission;
const from = seen({ date: left, latestChange: withdrawn.latestChange });

const verseOn = (day: Day) => day.submission as NonNullable<Day['submission']>;
const ownVerse = { bookId: 'HEB', chapter: 11, verse: 1, reference: 'Hebrews 11:1' };

const move = (day: Day, to: Day): PendingChange => {
  return { action: 'move', verse: verseOn(day), from: seen(day), to: seen(to), swapWith: to.submission };
};
const withdraw = (day: Day, endCooldown = false): PendingChange => {
  return { action: 'withdraw', verse: verseOn(day), from: seen(day), endCooldown };
};
const restore = (to: ReturnType<typeof seen>): PendingChange => ({ action: 'restore', verse: withdrawn, from, to });
const set = (day: Day): PendingChange => ({ action: 'set', ownVerse, to: seen(day) });
const block = (day: Day): PendingChange => ({ action: 'block', blocks: [{ ...seen(day), label: 'Retreat' }] });
const mark = (day: Day, reviewed: boolean): PendingChange => {
  return { action: 'review', verses: [verseOn(day)], reviewed, date: day.date };
};

/** Each action, and what it may replace: dates, the withdrawn verse, the pause, a reading. */
const actions: Readonly<Record<string, readonly [PendingChange, readonly string[]]>> = {
  "moves the player's verse": [move(players, free), [playersDate, freeDate]],
  'moves an own verse to the free date': [move(own, free), [ownDate, freeDate]],
  'moves an own verse to the block': [move(own, blocked), [ownDate, blockedDate]],
  'swaps two verses': [move(own, players), [ownDate, playersDate]],
  "withdraws the player's verse": [withdraw(players), [playersDate]],
  'withdraws it, and ends the cooldown': [withdraw(players, true), [playersDate]],
  'withdraws an own verse': [withdraw(own), [ownDate]],
  'restores a verse to its date': [restore(from), [left, 'withdrawn verse']],
  'restores a verse to the free date': [restore(seen(free)), [left, freeDate, 'withdrawn verse']],
  'puts a verse on the free date': [set(free), [freeDate]],
  'puts a verse on the block': [set(blocked), [blockedDate]],
  'blocks the free date': [block(free), [freeDate]],
  'blocks below an own verse': [block(own), [ownDate]],
  unblocks: [{ action: 'unblock', blocks: blocksOf([blocked]) }, [blockedDate]],
  pauses: [{ action: 'pause', change: 0 }, ['pause']],
  'marks a verse as read': [mark(players, true), ['reading']],
  'marks a verse that Vera has read as not read': [mark(read, false), []],
};
/** The page does not offer it. */
const endCooldown: PendingChange = { action: 'withdraw', verse: withdrawn, from, endCooldown: true };
const byAnotherProgram = [endCooldown, [left, 'withdrawn verse']] as const;

const progress = { onProgress: () => {}, signal: new AbortController().signal };
const act = async (client: Client, change: PendingChange) => await perform(client, change, progress);
const messageFor = async (client: Client, change: PendingChange) => messageOf(change, await act(client, change), 'ed');
/** All that a message says. */
const said = ({ texts, details }: ReturnType<typeof messageOf>) =>
  [...texts, ...details.map(({ text }) => text)].join(' ');

async function stored() {
  const readers = await service.database.query('select reviewed_by from scheduled_submission order by id');
  return { ...(await stateOf(service.database)), readers };
}

describe.each(Object.entries(actions))('somebody %s', (_name, [change, concerned]) => {
  const others = [...Object.values(actions), byAnotherProgram].filter(([, dates]) =>
    dates.some((date) => concerned.includes(date)),
  );

  test('after what a colleague did with it: that stays, is the colleague’s, and cannot be undone', async () => {
    for (const [other] of others) {
      await arrange();
      expect(await act(ruth, other)).toMatchObject({ done: expect.anything() });
      const before = await stored();
      const message = await messageFor(ed, change);
      expect(said(message)).toMatch(/Ruth .* (at|on) .*\./);
      expect(said(message)).toContain('Nothing was changed.');
      expect(message).toMatchObject({ undo: undefined, tryAgain: undefined, isPassing: false });
      expect(await stored()).toEqual(before);
    }
  });

  test('without a response, it is tried again; it is undone, unless a colleague was faster', async () => {
    const passing = { texts: [expect.any(String)], details: [], tryAgain: undefined, isPassing: true };
    lost = Number.POSITIVE_INFINITY;
    const before = await act(ed, change);
    expect(messageOf(change, before)).toMatchObject({ tryAgain: change, undo: undefined });
    lost = 0;
    const message = messageOf(change, join(before, await act(ed, change)), 'ed');
    expect(message).toMatchObject(passing);
    const undo = message.undo as PendingChange;
    if (change.action === 'review') return expect(await messageFor(ed, undo)).toMatchObject(passing);
    expect(await recorded(service.database)).toHaveLength(1);
    expect(await messageFor(ruth, undo)).toMatchObject(passing);
    expect((await look()).map(dayText)).toEqual(days.map(dayText));
    expect(said(await messageFor(ed, undo))).toMatch(/Ruth .*\. |Nothing was changed\./);
  });
});
