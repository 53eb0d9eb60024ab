import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as database from '../../src/database/limits.ts';
import * as http from '../../src/http/limits.ts';
import { root } from '../../src/root.ts';

/** The promise, in milliseconds. */
const slowestAnswer = 5_000;
const slowestEnd = 10_000;

test('docs/reliability.md has every limit with its value', () => {
  const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+) \| (\d+) \|$/gm)].map(([, what, value]) => [what, Number(value)]);
  const { requestLimits, migrationLimits, reservationLimits } = database;
  const { headersTimeout, requestTimeout, keepAliveTimeout } = http.clientLimits;
  expect(rows).toEqual([
    [expect.stringMatching(/^each of a request's two database operations/), database.responseMs],
    [expect.stringMatching(/^a connection/), requestLimits.connectMs],
    [expect.stringMatching(/^each of several hosts/), database.hostMs],
    [expect.stringMatching(/^the response to one statement/), requestLimits.queryMs],
    [expect.stringMatching(/^inside a reservation.* lock$/), reservationLimits.lockMs],
    [expect.stringMatching(/^inside a reservation.* statement$/), reservationLimits.statementMs],
    [expect.stringMatching(/^inside a reservation.* silence/), reservationLimits.idleMs],
    [expect.stringMatching(/^migrations: a connection/), migrationLimits.connectMs],
    [expect.stringMatching(/^migrations: one statement/), migrationLimits.queryMs],
    [expect.stringMatching(/^a client: its headers/), headersTimeout],
    [expect.stringMatching(/^a client: its whole request/), requestTimeout],
    [expect.stringMatching(/^a client: silence/), keepAliveTimeout],
    [expect.stringMatching(/^closing: clients/), http.closingMs],
    [expect.stringMatching(/^closing: the database/), database.closingMs],
  ]);
});

test('the limits add up to less than what is promised', () => {
  expect(2 * database.responseMs).toBeLessThan(slowestAnswer);
  expect(http.closingMs + database.closingMs).toBeLessThan(slowestEnd);
});
