import { describe, expect, test } from '@jest/globals';
import { endOf, type Facts, listed, type State, stateOf } from '../../../client/src/element/player/state.ts';
import { may } from '../../support/examples.ts';

const cooldownEndsAt = '2026-11-28T09:30:00.000Z';
const acceptingFrom = '2026-11-23T00:00:00.000Z';
const known: Facts = { signedIn: true, eligibility: may };
const pending = {
  idempotencyKey: 'key',
  request: { localDate: '2026-11-21', bookId: 'JHN', chapter: 3, verse: 16 },
  sentAt: 0,
} as const;
const scheduled = { bookId: 'JHN', chapter: 3, verse: 16, scheduledDate: '2026-11-28' } as const;
const full: Facts = { ...known, eligibility: { ...may, accepting: false, acceptingFrom } };
const cooling: Facts = { ...known, eligibility: { ...may, cooldownEndsAt } };

// `message.test.ts` has the plain ones.
test.each<[string, Facts, State]>([
  ['nothing is known', {}, 'signIn'],
  ['the service rejected the token of a pending submission', { ...known, pending, signedIn: false }, 'signIn'],
  ['a token, and no response yet', { signedIn: true }, 'loading'],
  [
    'the calendar is full, nobody knows how long, and the puzzle is not solved',
    { ...known, eligibility: { ...may, accepting: false, solvedToday: false } },
    'full',
  ],
  [
    'everything prevents a submission',
    { ...known, eligibility: { ...may, accepting: false, acceptingFrom, cooldownEndsAt } },
    'cooldown',
  ],
  ['the outcome is unknown after a reload', { signedIn: true, pending }, 'loading'],
  ['no response', { ...cooling, pending, problem: { kind: 'noResponse' } }, 'noResponse'],
  ['a retry is being sent', { ...known, pending, problem: { kind: 'failed' }, sending: true }, 'sending'],
  ['the list did not load', { ...known, listFailed: true }, 'open'],
  ['nothing loaded after a submission', { ...known, scheduled, problem: { kind: 'noResponse' } }, 'done'],
  ['a submission, and its cooldown', { ...cooling, scheduled }, 'done'],
])('%s', (_title, facts, want) => {
  expect(stateOf(facts)).toBe(want);
});

test('a cooldown and a full calendar end by themselves, and nothing else does', () => {
  expect(endOf(cooling)).toBe(cooldownEndsAt);
  expect(endOf({ ...cooling, scheduled })).toBe(cooldownEndsAt);
  expect(endOf(full)).toBe(acceptingFrom);
  expect(endOf({ ...full, eligibility: { ...may, accepting: false } })).toBeUndefined();
  expect(endOf({ ...cooling, problem: { kind: 'noResponse' } })).toBeUndefined();
  expect(endOf({ ...full, problem: { kind: 'noResponse' } })).toBeUndefined();
  expect(endOf(known)).toBeUndefined();
});

describe('a submission of this page is where the list has it', () => {
  const item = {
    scheduledDate: '2026-11-28',
    reference: 'John 3:16',
    bookId: 'JHN',
    chapter: 3,
    verse: 16,
    submittedAt: '2026-11-21T09:30:00.000Z',
  } as const;

  const at = (scheduledDate: string, movedFrom?: string) => ({
    ...item,
    scheduledDate,
    ...(movedFrom && { movedFrom }),
  });
  const moved = listed(scheduled, [at('2026-12-24', '2026-11-28')]);

  test.each([
    ['on its date', scheduled, [item], scheduled],
    ['on the date to which the operator moved it', moved, undefined, { ...scheduled, scheduledDate: '2026-12-24' }],
    [
      'on the last of the dates to which the operator moved it while the page was open',
      moved,
      [at('2026-12-31', '2026-11-28')],
      { ...scheduled, scheduledDate: '2026-12-31' },
    ],
    ['on its date, back from the other one', moved, [item], scheduled],
    ['nowhere after the operator has withdrawn it', scheduled, [at('2026-12-24')], undefined],
    ['where it was while there is no list', scheduled, undefined, scheduled],
    ['nowhere before it was made', undefined, [item], undefined],
  ])('%s', (_title, known, list, want) => {
    const found = listed(known, list);
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(want);
  });
});
