import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { blocksOf, type PendingChange, seen } from '../../../desk/src/changes.ts';
import { type Client, createClient, type Day, type FoundSubmission } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { join, perform } from '../../../desk/src/perform.ts';
import { dayText } from '../../../desk/src/texts.ts';
import { noon, recorded, stateOf } from '../../support/desk.ts';
import { editor, TestService, token } from '../../support/service.ts';
import { realTime, stopClock } from '../../support/timers.ts';

/** What the page tells an operator, and sends, while a colleague changes the same calendar. */
let service: TestService;
let ed: Client;
let ruth: Client;
beforeAll(async () => {
  stopClock(noon); // dates of this year are written without it, and an instant of today is a time
  service = await TestService.start({ desk: true, clock: () => Temporal.Instant.from(noon) });
  ed = createClient(await token('ed', { ...editor, name: 'Ed' }));
  ruth = createClient(await token('ruth', { ...editor, name: 'Ruth' }));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  realTime();
});

/** Of the calendar as it is arranged. */
let screen: Screen;
/** How many of the next responses are lost. */
let lost: number;
beforeEach(async () => {
  lost = 0;
  const reach = globalThis.fetch;
  // The page's origin is that of the desk.
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await reach(new URL(String(input), service.adminUrl), init);
    if (init?.method === 'GET' || lost === 0) return response;
    lost--;
    throw new TypeError('Failed to fetch');
  });
  await arrange();
  screen ??= await look(ed);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const dates = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'] as const;
const [own, players, free, blocked, left, read] = dates;

/**
 * Verses of the editor's own (1) and of players (2, and 4, which somebody has read), a withdrawn one
 * (3), a blocked date and a free one. Faster than to truncate the tables, which is done hundreds of
 * times.
 */
async function arrange(): Promise<void> {
  await service.database.query(`
    with gone as (delete from calendar_change), resumed as (delete from calendar_pause),
      unblocked as (delete from blocked_date where date <> '${blocked}')
    delete from scheduled_submission`);
  await service.database.query(`
    with blocked as (insert into blocked_date (date, label) values ('${blocked}', 'Feast') on conflict do nothing)
    insert into scheduled_submission (id, user_id, book_id, chapter, verse, by_editor, scheduled_date, withdrawn_at,
      withdrawn_from, created_at, reviewed_at, reviewed_by, reviewed_by_name)
    values
      (1, 'nobody', 'PSA', 119, 1, true, '${own}', null, null, '2026-11-01', null, null, null),
      (2, 'ann', 'PSA', 119, 2, false, '${players}', null, null, '2026-11-01', null, null, null),
      (3, 'ben', 'PSA', 119, 3, false, null, '2026-11-10', '${left}', '2026-11-01', null, null, null),
      (4, 'cat', 'PSA', 119, 4, false, '${read}', null, null, '2026-11-01', '2026-11-20T10:15:00Z', 'vera', 'Vera')`);
}

/** What an operator has on the screen. */
interface Screen {
  readonly day: (date: string) => Day;
  readonly withdrawn: FoundSubmission;
  readonly pause: number;
}

async function look(client: Client): Promise<Screen> {
  const calendar = await client.getCalendar({ from: own, to: read });
  const found = await client.findSubmissions({ withdrawn: true });
  if (calendar.status !== 200 || found.status !== 200) throw new Error('nothing to see');
  return {
    day: (date) => calendar.days.find((day) => day.date === date) as Day,
    withdrawn: found.submissions[0] as FoundSubmission,
    pause: calendar.pauseChange.id,
  };
}

const verseOn = (day: Day) => day.submission as NonNullable<Day['submission']>;
const ownVerse = { bookId: 'HEB', chapter: 11, verse: 1, reference: 'Hebrews 11:1' };

/** Makes a change of what an operator has on the screen. */
type Action = (screen: Screen) => PendingChange;
const move =
  (from: string, to: string): Action =>
  (screen) => ({
    action: 'move',
    verse: verseOn(screen.day(from)),
    from: seen(screen.day(from)),
    to: seen(screen.day(to)),
    swapWith: screen.day(to).submission,
  });
const withdraw =
  (date: string, endCooldown = false): Action =>
  ({ day }) => ({
    action: 'withdraw',
    verse: verseOn(day(date)),
    from: seen(day(date)),
    endCooldown,
  });
const endCooldown: Action = ({ withdrawn }) => ({
  action: 'withdraw',
  verse: withdrawn,
  from: seen({ date: left, latestChange: withdrawn.latestChange }),
  endCooldown: true,
});
const restore =
  (to: string): Action =>
  ({ withdrawn, day }) => ({
    action: 'restore',
    verse: withdrawn,
    from: seen({ date: left, latestChange: withdrawn.latestChange }),
    to: seen(day(to)),
  });
const set =
  (date: string): Action =>
  ({ day }) => ({ action: 'set', ownVerse, to: seen(day(date)) });
const block =
  (...dates: string[]): Action =>
  ({ day }) => ({
    action: 'block',
    blocks: dates.map((date) => ({ ...seen(day(date)), label: 'Retreat' })),
  });
const mark =
  (date: string, reviewed: boolean): Action =>
  ({ day }) => ({
    action: 'review',
    verses: [verseOn(day(date))],
    reviewed,
    date,
  });

/** Each action, and what it may replace: dates, the withdrawn verse, the pause, a reading. */
const actions: Readonly<Record<string, readonly [Action, readonly string[]]>> = {
  "moves the player's verse": [move(players, free), [players, free]],
  'moves an own verse to the free date': [move(own, free), [own, free]],
  'moves an own verse to the block': [move(own, blocked), [own, blocked]],
  'swaps two verses': [move(own, players), [own, players]],
  "withdraws the player's verse": [withdraw(players), [players]],
  'withdraws it, and ends the cooldown': [withdraw(players, true), [players]],
  'withdraws an own verse': [withdraw(own), [own]],
  'restores a verse to its date': [restore(left), [left, 'withdrawn verse']],
  'restores a verse to the free date': [restore(free), [left, free, 'withdrawn verse']],
  'puts a verse on the free date': [set(free), [free]],
  'puts a verse on the block': [set(blocked), [blocked]],
  'blocks the free date': [block(free), [free]],
  'blocks below an own verse': [block(own), [own]],
  unblocks: [({ day }) => ({ action: 'unblock', blocks: blocksOf([day(blocked)]) }), [blocked]],
  pauses: [({ pause }) => ({ action: 'pause', change: pause }), ['pause']],
  'marks a verse as read': [mark(players, true), ['reading']],
  'marks a verse that Vera has read as not read': [mark(read, false), []],
};

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

// The page does not offer it.
const byAnotherProgram = [endCooldown, [left, 'withdrawn verse']] as const;

describe.each(Object.entries(actions))('somebody %s', (_name, [action, concerned]) => {
  const others = [...Object.values(actions), byAnotherProgram].filter(([, dates]) =>
    dates.some((date) => concerned.includes(date)),
  );

  test('after what a colleague did with it: that stays, is the colleague’s, and cannot be undone', async () => {
    for (const [other] of others) {
      await arrange();
      const change = action(screen);
      expect(await act(ruth, other(screen))).toMatchObject({ done: expect.anything() });
      const before = await stored();
      const message = await messageFor(ed, change);
      expect(said(message)).toMatch(/Ruth .* (at|on) .*\./);
      expect(said(message)).toContain('Nothing was changed.');
      expect(message).toMatchObject({ undo: undefined, tryAgain: undefined, isPassing: false });
      expect(await stored()).toEqual(before);
    }
  });

  test('without a response, it is tried again; it is undone, unless a colleague was faster', async () => {
    const change = action(screen);
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
    const now = await look(ed);
    expect(dates.map((date) => dayText(now.day(date)))).toEqual(dates.map((date) => dayText(screen.day(date))));
    expect(said(await messageFor(ed, undo))).toMatch(/Ruth .*\. |Nothing was changed\./);
  });
});
