import { expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import { sentencesOf } from '../../contract/dredd/rows.ts';
import { sentencesIn } from '../../contract/dredd/sentences.ts';
import { dayFaults } from '../../contract/dredd/values/openapi.desk.ts';
import {
  cooldownFaults,
  eligibilityFaults,
  listFaults,
  retryAfterFaults,
  scheduledFaults,
} from '../../contract/dredd/values/openapi.ts';

const verse = { bookId: 'PSA', chapter: 117, verse: 2 } as const;
const scheduled = {
  scheduledDate: '2026-12-28',
  reference: 'Psalm 117:2',
  windowText: 'December 28, 2026\u2009–\u2009January 10, 2027',
};
const free = { maySubmit: true, solvedToday: true, accepting: true, nextFreeDate: '2026-12-01' };
const now = Date.parse('2026-11-24T00:00:00Z');

const listed = {
  ...verse,
  reference: 'Psalm 117:2',
  scheduledDate: '2026-12-28',
  submittedAt: '2026-11-24T00:00:00.000Z',
};

const row = { ...listed, id: 1, cooldownEnded: false };

const ofScheduled = (change: Partial<typeof scheduled> = {}) =>
  scheduledFaults({ ...scheduled, ...change }, { ...verse, localDate: '2026-11-24' }, '2026-11-24');
const ofEligibility = (change: object = {}) => eligibilityFaults({ ...free, ...change }, '2026-11-24');
const ofCooldown = (end?: string) => cooldownFaults(end, row);
const ofList = (change: object = {}) => listFaults({ submissions: [{ ...listed, ...change }] }, [row]);
const ofDays = (label: string) =>
  dayFaults(
    'the calendar',
    [{ date: '2026-12-25', state: 'blocked', label }],
    { '2026-12-25': 'blocked' },
    'Christmas',
  );

test.each<[string, string[], string[]]>([
  ['a right 201', ofScheduled(), []],
  ['a window in one month', ofScheduled({ windowText: 'December 18\u2009–\u200931, 2026' }), []],
  ['a window of one day', ofScheduled({ windowText: 'December 28, 2026' }), []],
  [
    'today',
    ofScheduled({ scheduledDate: '2026-11-24', windowText: 'November 24, 2026' }),
    ['scheduledDate is 2026-11-24, expected 2026-11-26 or later'],
  ],
  [
    'another window',
    ofScheduled({ windowText: 'December 1\u2009–\u200914, 2026' }),
    ['scheduledDate is 2026-12-28, which is not in "December 1\u2009–\u200914, 2026"'],
  ],
  [
    'a window without its thin spaces',
    ofScheduled({ windowText: 'December 18 – 31, 2026' }),
    ['windowText is "December 18 – 31, 2026", expected a range as the contract describes it'],
  ],
  ['another verse', ofScheduled({ reference: 'Psalms 117:2' }), ['reference is "Psalms 117:2", not that of the verse']],
  ['a right Retry-After', retryAfterFaults(10, now + 9_100, now), []],
  [
    'half of Retry-After',
    retryAfterFaults(5, now + 9_100, now),
    ['Retry-After is 5, expected some 10: the seconds until the cooldown ends'],
  ],
  ['a right cooldown', ofCooldown('2026-12-01T00:00:00.000Z'), []],
  [
    'six days',
    ofCooldown('2026-11-30T00:00:00.000Z'),
    ['the time from created_at to cooldownEndsAt is "PT144H", expected "PT168H": x-cooldown'],
  ],
  ['right facts', ofEligibility(), []],
  ['a full calendar', eligibilityFaults({ maySubmit: false, solvedToday: true, accepting: false }, '2026-11-24'), []],
  [
    'maySubmit without a completion',
    ofEligibility({ solvedToday: false }),
    ['maySubmit is true, expected false: solvedToday is false, accepting true, cooldownEndsAt absent'],
  ],
  [
    'no nextFreeDate',
    ofEligibility({ nextFreeDate: undefined }),
    ['nextFreeDate is absent: solvedToday is true, accepting true, cooldownEndsAt absent'],
  ],
  ['a right list', ofList(), []],
  [
    'an empty list',
    listFaults({ submissions: [] }, [row]),
    ['the number of submissions is 0, expected 1: as many are stored'],
  ],
  [
    'a list a day late',
    ofList({ scheduledDate: '2026-12-29' }),
    ['scheduledDate of submissions[0] is "2026-12-29", expected "2026-12-28": the stored row'],
  ],
  ['a right day', ofDays('Christmas'), []],
  [
    'another label',
    ofDays('Easter'),
    ['the label of 2026-12-25 in the calendar is "Easter", expected "Christmas": the change'],
  ],
])('%s', (_, faults, expected) => {
  expect(faults).toEqual(expected);
});

test.each(['openapi.yaml', 'contract/openapi.puzzle.yaml'] as const)(
  'each sentence of %s about the wire has a case, or says what shows it, or why nothing does',
  (file) => {
    const sentences = sentencesIn(file);
    const unknown = sentences.filter(({ cases, by, none }) => cases.length === 0 && (by ?? none) === undefined);
    expect(unknown.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
    const lost = sentencesOf(file).filter(
      ({ place, says }) => !sentences.some((each) => each.place === place && each.text.startsWith(says)),
    );
    expect(lost.map(({ place, says }) => `${place}: ${says}`)).toEqual([]);
  },
);

test('every message for a verse is provoked', () => {
  const messages = schemasOf(readContract())['InvalidVerse']?.properties?.['error']?.['x-messages'] ?? {};
  const provoked = sentencesOf('openapi.yaml').flatMap(({ cases }) =>
    cases.flatMap(({ message = {} }) => Object.keys(message)),
  );
  expect(new Set(provoked)).toEqual(new Set(Object.keys(messages)));
});
