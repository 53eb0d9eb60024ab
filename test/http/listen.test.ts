import type { Server } from 'node:http';
import { expect, test } from '@jest/globals';
import { urlOf } from '../../src/http/listen.ts';

// Not every machine has IPv6, so no server listens.
test.each([
  ['127.0.0.1', 'IPv4', 'http://127.0.0.1:3000'],
  ['::1', 'IPv6', 'http://[::1]:3000'],
])('a server at %s (%s) has the URL %s', (address, family, url) => {
  expect(urlOf({ address: () => ({ address, family, port: 3000 }) } as Server)).toBe(url);
});
