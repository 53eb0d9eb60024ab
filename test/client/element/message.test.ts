import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { headingOf, messageOf } from '../../../client/src/element/player/message.ts';
import { type Facts, type State, stateOf } from '../../../client/src/element/player/state.ts';
import { english } from '../../../client/src/element/words/texts.ts';
import { may } from '../../support/examples.ts';
import { realTime, stopClock } from '../../support/timers.ts';

const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const full = { ...may, accepting: false };
const pending = { idempotencyKey: 'key', request: { ...verse, localDate: '2026-11-22' }, sentAt: 0 };
const notTwice = 'We don’t know yet whether John 3:16 was saved. Try again; it won’t be submitted twice.';
const tryLater = 'Please try again in a moment.';
const kept = 'John 3:16 is kept here.';
const submitted = { ...verse, reference: 'John 3:16', submittedAt: '2026-11-20T12:00:00.000Z' };
const withdrawn = [{ ...submitted, withdrawnAt: '2026-11-21T12:00:00.000Z', withdrawnFrom: '2026-12-01' }];
const again = { ...submitted, verse: 17, submittedAt: '2026-11-21T13:00:00.000Z', scheduledDate: '2026-12-02' };
const end = '2026-11-29T15:54:00.000Z';
const midnight = '2026-11-23T00:00:00.000Z';

beforeEach(() => {
  stopClock('2026-11-22T13:00:00Z');
});
afterEach(() => {
  realTime();
});

const others = 'Players of the puzzle choose the verses of coming days.';
const ended = 'Your sign-in has ended.';
const anotherOne = 'You can choose another one in 7 days, on Sunday, November 29 at 10:54 AM.';
const inAWeek = 'John 3:16 will be the puzzle, in 7 days.';
const rules =
  'You can submit one verse every 7 days. It becomes the puzzle on a free day from Monday, January 4, 2027 on (later if many players chose it). You can’t change it.';
const gone = { signedIn: false, hasEnded: true };
const cooling = { ...may, cooldownEndsAt: end };
const scheduled = { ...verse, scheduledDate: '2026-11-29' };
const readersMidnight = '2026-11-23T05:00:00.000Z'; // within a day

test.each<[State, Facts, texts: string[], times?: string[]]>([
  ['signIn', { signedIn: false }, [others]],
  ['signIn', { ...gone, choice: verse }, [ended, kept]],
  ['signIn', { ...gone, choice: verse, isPreset: true }, [ended]], // the page has chosen it, and the tab does not keep it
  ['signIn', { ...gone, pending }, [ended, kept]],
  ['notSolved', { eligibility: { ...may, solvedToday: false } }, [others]],
  ['cooldown', { eligibility: cooling }, [anotherOne], [end]],
  [
    'cooldown',
    { eligibility: cooling, choice: verse, submissions: [] },
    ['John 3:16 was not sent.', anotherOne],
    [end],
  ],
  ['cooldown', { eligibility: cooling, choice: verse, listFailed: true }, [anotherOne], [end]], // the list may have it
  ['full', { eligibility: { ...full, acceptingFrom: midnight } }, ['The next one opens at 7:00 PM.'], [midnight]],
  [
    'full',
    { eligibility: { ...full, acceptingFrom: end } },
    ['The next one opens on Sunday, November 29 at 10:54 AM.'],
    [end],
  ],
  [
    'full',
    { eligibility: { ...full, acceptingFrom: readersMidnight } },
    ['The next one opens on Monday, November 23.'],
    [readersMidnight],
  ],
  ['full', { eligibility: full }, ['Please come back later. You won’t lose your turn.']],
  ['done', { scheduled }, [inAWeek]],
  ['done', { scheduled, eligibility: cooling }, [inAWeek, anotherOne], [end]],
  ['failed', { pending, problem: { kind: 'failed', requestId: 'abc' } }, [notTwice]],
  ['noResponse', { problem: { kind: 'noResponse' } }, [tryLater]],
  ['noResponse', { problem: { kind: 'noResponse' }, choice: verse }, [kept, tryLater]],
  ['offline', { problem: { kind: 'offline' } }, ['This page continues by itself when you’re back online.']],
  [
    'offline',
    { pending, problem: { kind: 'offline' } },
    ['We’ve kept John 3:16 and will send it when you’re back online.'],
  ],
  ['open', { eligibility: { ...may, nextFreeDate: '2027-01-04' } }, [rules], ['2027-01-04']],
  ['open', { eligibility: may }, []],
  ['open', { eligibility: may, submissions: [], withdrawn }, ['John 3:16 was withdrawn by the editors.']],
  ['open', { eligibility: may, submissions: [again], withdrawn }, []], // it has been replaced
])('%s (%#)', (state, more, texts, times = []) => {
  const facts: Facts = { signedIn: true, ...more };
  expect(stateOf(facts)).toBe(state);
  const lines = messageOf(state, facts, { texts: english, bookNames: {}, tag: 'en-US' });
  const said = lines.map((line) => line.map((part) => (typeof part === 'string' ? part : part.text)).join(''));
  expect(said.map((text) => text.replaceAll('\u202f', ' '))).toEqual(texts);
  const values = lines.flat().filter((part) => typeof part === 'object');
  expect(values.flatMap(({ dateTime }) => dateTime ?? [])).toEqual(times);
});

test('a full calendar that nothing opens by itself is paused', () => {
  const language = { texts: english, bookNames: {}, tag: 'en-US' };
  expect(headingOf('full', { eligibility: full }, language)).toBe('Submissions are paused');
  expect(headingOf('full', { eligibility: { ...full, acceptingFrom: end } }, language)).toBe('All days are taken');
});
