import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  dateText,
  dayText,
  instantFromNow,
  instantText,
  isWithinDay,
  timeText,
} from '../../../client/src/element/words/dates.ts';
import type { Language } from '../../../client/src/element/words/language.ts';
import { english } from '../../../client/src/element/words/texts.ts';
import { realTime, stopClock } from '../../support/timers.ts';

const language: Language = { texts: english, bookNames: {}, tag: 'en-US' };
/** ICU writes narrow spaces before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');

beforeEach(() => {
  stopClock('2026-11-22T13:00:00Z');
});
afterEach(() => {
  realTime();
});

test('a date is the same in every zone', () => {
  expect(dateText('2026-11-29', language)).toBe('Sunday, November 29');
  expect(dateText('2026-11-29', { ...language, tag: 'de' })).toBe('Sonntag, 29. November');
  expect(dateText('2027-01-01', language)).toBe('Friday, January 1, 2027'); // not of this year
  expect(dateText('2027-01-01', { ...language, tag: 'es-MX' })).toBe('viernes 1 de enero de 2027');
});

test.each([
  ['2026-11-29', 'in 7 days'],
  ['2026-11-23', 'tomorrow'],
  ['2026-11-22', 'today'],
  ['2027-11-22', 'in 365 days'],
])('%s is %s', (date, want) => {
  expect(dayText(date, language)).toBe(want);
});

test('an instant is that of the reader’s zone', () => {
  expect(plain(instantText('2026-11-29T12:54:00Z', language))).toMatch(/^Sunday, November 29(,| at) 7:54 AM$/);
  expect(plain(timeText('2026-11-23T00:00:00Z', language))).toBe('7:00 PM');
  expect(instantText('2026-11-29T05:00:00Z', language)).toBe('Sunday, November 29'); // its midnight
  expect(instantText('2026-11-29T12:54:00Z', { ...language, tag: 'es' })).toBe('domingo 29 de noviembre, 7:54');
});

describe('from now on', () => {
  test.each([
    ['2026-11-29T12:54:00Z', 'in 7 days'],
    ['2026-11-28T04:59:00Z', 'in 5 days'], // still the 27th for the reader
    ['2026-11-23T13:00:00Z', 'tomorrow'],
    ['2026-11-23T12:59:59Z', 'in 24 hours'],
    ['2026-11-23T00:00:00Z', 'in 11 hours'],
    ['2026-11-22T14:00:00Z', 'in 1 hour'],
    ['2026-11-22T13:59:00Z', 'in 59 minutes'],
    ['2026-11-22T13:01:01Z', 'in 2 minutes'],
    ['2026-11-22T13:00:01Z', 'in 1 minute'],
    ['2026-11-22T12:59:00Z', 'in 1 minute'],
  ])('%s is %s', (instant, want) => {
    expect(instantFromNow(instant, language)).toBe(want);
  });

  test('within a day, the time alone names an instant', () => {
    expect(isWithinDay('2026-11-23T12:59:59Z')).toBe(true);
    expect(isWithinDay('2026-11-23T13:00:00Z')).toBe(false);
  });
});
