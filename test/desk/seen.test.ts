import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noon, recordOf, stateOf } from '../support/desk.ts';
import { arrangeForColleagues, blocked, free, latestChanges, left, own, players } from '../support/seen.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: () => Temporal.Instant.from(noon) });
});
afterAll(() => service[Symbol.asyncDispose]());

const verse = { bookId: 'JHN', chapter: 1, verse: 14 };

const arrange = () => arrangeForColleagues(service.database);
beforeEach(arrange);

/** What an operator has seen of the dates. */
type Seen = (date: string) => { readonly date: string; readonly change: number };
interface Action {
  readonly method?: string;
  readonly path: string;
  readonly body: (seen: Seen, pauseChange: number) => object;
  /** What it may replace: dates, the withdrawn verse, the pause, the reading of the player's verse. */
  readonly concerns: readonly string[];
}

const actions: Readonly<Record<string, Action>> = {
  "moves the player's verse": {
    path: 'submissions/2/move',
    body: (seen) => ({ from: seen(players), to: seen(free) }),
    concerns: [players, free],
  },
  'moves an own verse to the free date': {
    path: 'submissions/1/move',
    body: (seen) => ({ from: seen(own), to: seen(free), note: 'Better' }),
    concerns: [own, free],
  },
  'moves an own verse to the blocked date': {
    path: 'submissions/1/move',
    body: (seen) => ({ from: seen(own), to: seen(blocked) }),
    concerns: [own, blocked],
  },
  'swaps two verses': {
    path: 'submissions/1/move',
    body: (seen) => ({ from: seen(own), to: seen(players), swapWith: 2 }),
    concerns: [own, players],
  },
  "withdraws the player's verse": {
    path: 'submissions/2/withdraw',
    body: (seen) => ({ from: seen(players), endCooldown: true }),
    concerns: [players],
  },
  'withdraws an own verse': {
    path: 'submissions/1/withdraw',
    body: (seen) => ({ from: seen(own) }),
    concerns: [own],
  },
  'ends the cooldown of the withdrawn verse': {
    path: 'submissions/3/withdraw',
    body: (seen) => ({ from: seen(left), endCooldown: true }),
    concerns: [left, 'withdrawn verse'],
  },
  'restores a verse to its date': {
    path: 'submissions/3/restore',
    body: (seen) => ({ from: seen(left), to: seen(left) }),
    concerns: [left, 'withdrawn verse'],
  },
  'restores a verse to the free date': {
    path: 'submissions/3/restore',
    body: (seen) => ({ from: seen(left), to: seen(free) }),
    concerns: [left, free, 'withdrawn verse'],
  },
  'sets a verse on the free date': {
    method: 'PUT',
    path: `verses/${free}`,
    body: (seen) => ({ ...verse, change: seen(free).change }),
    concerns: [free],
  },
  'sets a verse on the blocked date': {
    method: 'PUT',
    path: `verses/${blocked}`,
    body: (seen) => ({ ...verse, change: seen(blocked).change, note: 'For the feast' }),
    concerns: [blocked],
  },
  'blocks the free date': {
    path: 'blocked-dates',
    body: (seen) => ({ dates: [seen(free)], label: 'Retreat' }),
    concerns: [free],
  },
  'blocks below an own verse': {
    path: 'blocked-dates',
    body: (seen) => ({ dates: [seen(own)], label: 'Retreat' }),
    concerns: [own],
  },
  'unblocks the date': {
    path: 'blocked-dates/unblock',
    body: (seen) => ({ dates: [seen(blocked)] }),
    concerns: [blocked],
  },
  pauses: { method: 'PUT', path: 'pause', body: (_, change) => ({ paused: true, change }), concerns: ['pause'] },
  "reads the player's verse": {
    method: 'PUT',
    path: 'submissions/2/review',
    body: () => ({ reviewed: true }),
    concerns: ['reading'],
  },
};

/** Returns how an operator sends an action, who has seen the calendar as it is now. */
async function prepare({ method = 'POST', path, body }: Action, sub: string) {
  const numberOf = await latestChanges(service.database);
  const sent = body((date) => ({ date, change: numberOf(date) }), numberOf('pause'));
  return async () => {
    const response = await service.desk(method, path, sent, { sub, roles: ['calendar-editor'] });
    return { ...response, is: isUnseen(response.body) ? 'unseen' : response.status };
  };
}

function isUnseen({ error, outcomes }: { error?: string; outcomes?: { outcome: string }[] }): boolean {
  return (error?.endsWith('is no longer as you saw it') ?? false) || outcomes?.[0]?.outcome === 'unseen';
}

/** Everything that a change can change, the record apart. */
const stored = async () => ({
  ...(await stateOf(service.database)),
  readers: await service.database.query('select reviewed_by from scheduled_submission order by id'),
});

describe.each(Object.entries(actions))('%s', (_name, action) => {
  test('after what a colleague did: only if nothing is replaced that was not seen', async () => {
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    const isSame = ({ concerns }: Action) => concerns.some((each) => action.concerns.includes(each));
    const others = Object.entries(actions);
    const apart = others.filter(([, other]) => !isSame(other)).slice(0, 1); // the random model has all of them
    for (const [name, other] of [...others.filter(([, other]) => isSame(other)), ...apart]) {
      await arrange();
      const send = await prepare(action, 'ed');
      expect(await (await prepare(other, 'ruth'))()).toMatchObject({ is: 200 });
      const before = await stored();
      const { is } = await send();
      found[name] = is;
      expected[name] = isSame(other) ? 'unseen' : 200;
      if (is === 'unseen') expect(await stored()).toEqual(before);
    }
    expect(found).toEqual(expected);
  });

  test('again, since its response was lost: the same response, and one change', async () => {
    const send = await prepare(action, 'ed');
    const first = await send();
    expect(await send()).toMatchObject({ status: 200, text: first.text });
    expect(await recordOf(service.database)).toHaveLength(action.concerns[0] === 'reading' ? 0 : 1);
  });

  test('again, by a colleague who saw the same: rejected', async () => {
    const [send, sendOther] = [await prepare(action, 'ed'), await prepare(action, 'ruth')];
    await send();
    const before = await stored();
    expect(await sendOther()).toMatchObject({ is: 'unseen' });
    expect(await stored()).toEqual(before);
  });
});
