import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createForecaster } from '../../../client/src/element/player/forecast.ts';
import type { Verse } from '../../../client/src/element/words/language.ts';
import { realTime, skip, stopTimers } from '../../support/timers.ts';

const [romans, psalm] = [
  { bookId: 'ROM', chapter: 8, verse: 28 },
  { bookId: 'PSA', chapter: 23, verse: 1 },
] as const;

beforeEach(() => {
  stopTimers();
});
afterEach(() => {
  realTime();
});

/** A forecaster of a page on which December 10 was free when it was loaded. */
function startForecaster(dateOf: (verse: Verse | undefined) => string | undefined | Promise<string>) {
  const ask = jest.fn(async (verse: Verse | undefined, _signal: AbortSignal) => await dateOf(verse));
  const end = new AbortController();
  const onForecast = jest.fn();
  const forecastOf = createForecaster(ask, end.signal, onForecast);
  const choose = (verse: Verse | undefined, general = '2026-12-10') => forecastOf(verse, general);
  return { ask, choose, end, onForecast };
}

test('it asks at once, and says if the verse gets a later day than others', async () => {
  const { ask, choose, onForecast } = startForecaster((verse) => (verse ? '2027-05-12' : '2026-12-10'));
  expect(choose(romans)).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(1);
  await skip(0);
  expect(onForecast).toHaveBeenCalledTimes(1);
  expect(choose({ ...romans })).toEqual({ date: '2027-05-12', sooner: '2026-12-10' });
  expect(ask.mock.calls.map(([verse]) => verse)).toEqual([romans, undefined]);
});

test('others have taken days meanwhile, which makes no verse a frequent one', async () => {
  const { choose } = startForecaster(() => '2026-12-12');
  choose(psalm);
  await skip(0);
  expect(choose(psalm)).toEqual({ date: '2026-12-12' });
});

test('of two choices the last one counts, and the request for the first is aborted', async () => {
  const { ask, choose } = startForecaster(
    (verse) => new Promise((resolve) => setTimeout(() => resolve('2026-12-11'), verse?.bookId === 'ROM' ? 2_000 : 10)),
  );
  choose(romans);
  choose(psalm);
  expect(ask.mock.calls[0]?.[1].aborted).toBe(true);
  expect(choose(psalm)).toBeUndefined();
  await skip(30);
  expect(choose(psalm)?.date).toBe('2026-12-11');
  expect(choose(undefined)).toBeUndefined();
  await skip(5_000);
  expect(ask.mock.calls.filter(([verse]) => verse)).toHaveLength(2);
  expect(choose(psalm)).toBeUndefined(); // asked anew
});

test.each([
  ['the service fails', () => Promise.reject(new Error('500'))],
  ['the calendar is full for it', () => undefined],
  ['it is the day that the page names already', () => '2026-12-10'],
])('if %s, there is none', async (_, dateOf) => {
  const { choose } = startForecaster(dateOf);
  choose(romans);
  await skip(0);
  expect(choose(romans)).toBeUndefined();
});

test('when another day is known to be free, it asks again', async () => {
  let date = '2026-12-11';
  const { choose, end } = startForecaster(() => date);
  choose(psalm);
  await skip(0);
  date = '2026-12-12';
  expect(choose(psalm, '2026-12-11')).toBeUndefined();
  await skip(0);
  expect(choose(psalm, '2026-12-11')?.date).toBe('2026-12-12');
  end.abort();
  choose(romans, '2026-12-11');
  await skip(0);
  expect(choose(romans, '2026-12-11')).toBeUndefined();
});
