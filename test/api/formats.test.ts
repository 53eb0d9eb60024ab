import { expect, test } from '@jest/globals';
import { dateText, instantText } from '../../src/api/formats.ts';

test.each([
  ['12030-01-05', 'The contract cannot express the date 12030-01-05'],
  ['0044-03-15 BC', 'The contract cannot express the date 0044-03-15 BC'],
  ['infinity', 'The contract cannot express the date infinity'],
])('a date of another program, %s, is an error that names it', (date, message) => {
  expect(() => dateText(date)).toThrow(RangeError(message));
});

test.each(['+012030-01-05T00:00:00Z', '-000043-03-15T00:00:00Z'])('so is an instant, %s', (instant) => {
  expect(() => instantText(Temporal.Instant.from(instant))).toThrow(RangeError(`RFC 3339 cannot express ${instant}`));
});
