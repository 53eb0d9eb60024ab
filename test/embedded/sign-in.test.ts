import { expect, test } from '@jest/globals';
import type { Context } from '../../src/api/state.ts';
import { readConfig } from '../../src/config.ts';
import { maySignIn } from '../../src/embedded/sign-in.ts';

function request(hostname: string, headers: Record<string, string> = {}): Context {
  return { hostname, get: (name: string) => headers[name] ?? '' } as unknown as Context;
}

test.each<[string, Record<string, string>, boolean]>([
  ['with the defaults: somebody', {}, true],
  ['which listens on all addresses: nobody', { HOST: '0.0.0.0' }, false],
  ['with a secret of the operator: nobody', { AUTH_JWT_SECRET: 'a secret of at least 32 bytes, for more' }, false],
])('/ signs in at a service %s', (_title, env, signsIn) => {
  expect(maySignIn(readConfig(env), request('localhost'))).toBe(signsIn);
});

test.each([
  ['127.0.0.1', true],
  ['verses.example', false], // a tunnel, or a domain that leads to this machine
  ['192.0.2.1', false],
])('/ under the name %s signs in: %s', (hostname, signsIn) => {
  expect(maySignIn(readConfig({}), request(hostname))).toBe(signsIn);
});

test.each([
  ['Sec-Fetch-Site', 'none', true],
  ['Sec-Fetch-Site', 'same-origin', true],
  ['Sec-Fetch-Site', 'cross-site', false],
  ['Forwarded', 'for=192.0.2.1', false],
  ['X-Forwarded-For', '192.0.2.1', false],
  ['X-Forwarded-Host', 'verses.example', false],
  ['X-Real-IP', '192.0.2.1', false],
  ['CF-Connecting-IP', '192.0.2.1', false],
  ['Via', '1.1 proxy', false],
])('/ and the header %s: %s: signs in: %s', (header, value, signsIn) => {
  expect(maySignIn(readConfig({}), request('localhost', { [header]: value }))).toBe(signsIn);
});
