import { expect, test } from '@jest/globals';
import { createReadParameters } from '../../src/api/parameters.ts';

/**
 * Reads the query `sent` by the contract of one parameter: its value, or undefined if it is
 * malformed.
 */
function read(schema: object, sent: string | string[]): unknown {
  const parameters = [{ name: 'sent', in: 'query', required: true, schema }];
  const { values, malformed } = createReadParameters({ parameters } as never)({ query: { sent } } as never);
  expect(malformed.has('sent')).toBe(!Object.hasOwn(values.query, 'sent'));
  return values.query['sent'];
}

const integer = { type: 'integer', minimum: 1, maximum: 100 };
const date = { type: 'string', format: 'date' };

test.each<[object, string, unknown]>([
  [integer, '3', 3],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'string', enum: ['asc', 'desc'] }, 'asc', 'asc'],
  [date, '2026-11-21', '2026-11-21'],
])('%j reads %j as %j', (schema, sent, want) => {
  expect(read(schema, sent)).toEqual(want);
});

test.each<[object, (string | string[])[]]>([
  [integer, ['x', '', ' 3', '+3', '03', '3.0', '1.5', '0x3', '1e1', '1/2', '1, 2', '0', '101', ['1', '1']]],
  [{ type: 'boolean' }, ['yes', '1']],
  [{ type: 'string', enum: ['asc', 'desc'] }, ['up', 'ASC', ['asc', 'asc']]],
  [date, ['2026-02-31', '2026-1-1', '', ['2026-11-21', '2026-11-21']]],
])('%j takes none of %j', (schema, sent) => {
  expect(sent.filter((each) => read(schema, each) !== undefined)).toEqual([]);
});

test('header names are read in any case, and other names only as written', () => {
  const schema = { type: 'string' };
  const parameters = ['path', 'query', 'header'].map((place) => ({ name: 'sortBy', in: place, schema }));
  const sent = { params: { sortBy: 'a' }, query: { sortBy: 'b', sortby: 'c' }, headers: { sortby: 'd' } };
  const { values } = createReadParameters({ parameters } as never)(sent as never);
  expect(values).toEqual({ path: { sortBy: 'a' }, query: { sortBy: 'b' }, header: { sortBy: 'd' } });
});
