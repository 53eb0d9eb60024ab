import { expect, test } from '@jest/globals';
import { validTraceparent } from '../../src/http/observe-requests.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test.each([
  `00-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-ff`,
  `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-00`,
])('%s is valid', (header) => {
  expect(validTraceparent(header)).toBe(header);
});

test.each<[string, string | string[] | undefined]>([
  ['absent', undefined],
  ['a list', [`00-${traceId}-${parentId}-01`]],
  ['empty', ''],
  ['of another version', `01-${traceId}-${parentId}-01`],
  ['with a trace of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['with a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['in upper case', `00-${traceId.toUpperCase()}-${parentId}-01`],
  ['with a trace that is too short', `00-${traceId.slice(1)}-${parentId}-01`],
  ['with a parent that is too long', `00-${traceId}-${parentId}0-01`],
  ['not hexadecimal', `00-${traceId.replace('4', 'g')}-${parentId}-01`],
  ['without flags', `00-${traceId}-${parentId}`],
  ['longer than version 00', `00-${traceId}-${parentId}-01-more`],
  ['with a line break after it', `00-${traceId}-${parentId}-01\n`],
  ['sent twice', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
])('one that is %s is invalid', (_title, header) => {
  expect(validTraceparent(header)).toBeUndefined();
});
