import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { submitVerseOperation, submitVerseResponses } from '../../src/generated/operations.ts';
import { RawConnection, requestRaw } from '../support/raw-http.ts';
import { TestService, token, validSubmission } from '../support/service.ts';

/**
 * Nobody has solved the puzzle here, so the error says how the body was read. Each response is
 * checked against the contract, which has the status of each error.
 */
const outcomes = {
  'is read': submitVerseResponses.notSolvedToday.body,
  'has no localDate': submitVerseResponses.invalidLocalDate.body,
  'is not JSON': submitVerseResponses.invalidJsonBody.body,
  'is too large': submitVerseResponses.requestBodyTooLarge.body,
};
type Outcome = keyof typeof outcomes;

const { method, path, maxBodyBytes } = submitVerseOperation;
const json = JSON.stringify(validSubmission);
const utf16 = Buffer.from(json, 'utf16le');

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await TestService.start();
  headers = { Authorization: `Bearer ${await token('ann')}` };
});
afterAll(() => service[Symbol.asyncDispose]());

function testBodies(cases: readonly [title: string, Outcome, body: unknown, headers?: Record<string, string>][]): void {
  test.each(cases)('%s %s', async (_title, outcome, body, more = {}) => {
    expect((await service.submit(headers, body, more)).body).toEqual(outcomes[outcome]);
  });
}

describe('JSON', () => {
  testBodies([
    ['an object', 'is read', json],
    ['an object among white space', 'is read', ` \t\r\n${json}\n`],
    ['an object after a byte order mark', 'is read', `\ufeff${json}`],
    ['white space alone', 'is not JSON', ' \t\r\n'],
    ['an object with more members than the contract names', 'is read', { ...validSubmission, note: {} }],
    ['an empty body', 'has no localDate', ''],
    ['an object without members', 'has no localDate', '{}'],
    ['null', 'has no localDate', 'null'],
    ['a string', 'has no localDate', '"2026-11-21"'],
    ['an object in a member named __proto__', 'has no localDate', `{"__proto__":${json}}`],
    ['30,000 nested arrays', 'has no localDate', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['30,000 nested arrays that do not end', 'is not JSON', '['.repeat(30_000)],
    ['an object cut short', 'is not JSON', json.slice(0, -1)],
    ['U+FFFD, escaped,', 'is read', json.replace('}', ',"note":"\\ufffd"}')],
    ['bytes that are not UTF-8, within a string,', 'is not JSON', Buffer.from(json.replace('JHN', '\xff'), 'latin1')],
    ['bytes that are not UTF-8, outside of strings,', 'is not JSON', Buffer.from(`${json}\xff`, 'latin1')],
  ]);

  test('a request without a body has no localDate', async () => {
    expect((await requestRaw(service, method, path, headers)).body).toEqual(outcomes['has no localDate']);
  });

  test.each([
    ['a body shorter than its Content-Length', { 'Content-Length': `${json.length + 1}` }, json],
    ['chunks that do not end', { 'Transfer-Encoding': 'chunked' }, `${json.length.toString(16)}\r\n${json}\r\n`],
  ])('%s is not JSON', async (_title, framing, body) => {
    const response = await requestRaw(service, method, path, { ...headers, ...framing }, body);
    expect(response.body).toEqual(outcomes['is not JSON']);
  });
});

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'garbage', ''])(
  'the Content-Type %j changes nothing',
  async (type) => {
    expect((await service.submit(headers, json, { 'Content-Type': type })).body).toEqual(outcomes['is read']);
  },
);

describe('the charset', () => {
  const charset = (name: string) => ({ 'Content-Type': `text/plain; charset=${name}` });
  testBodies([
    ['utf-8: UTF-8', 'is read', json, charset('utf-8')],
    ['UTF8: UTF-8', 'is read', json, charset('UTF8')],
    ['iso-8859-1: UTF-8', 'is not JSON', json, charset('iso-8859-1')],
    ['utf-16: UTF-8', 'is not JSON', json, charset('utf-16')],
    ['none: UTF-8', 'is read', json, charset('')],
    ['"": UTF-8', 'is read', json, charset('""')],
    ['utf-8: UTF-16LE', 'is not JSON', utf16, charset('utf-8')],
  ]);
});

describe('the Content-Encoding', () => {
  const encoding = (name: string) => ({ 'Content-Encoding': name });
  testBodies([
    ['identity: plain JSON', 'is read', json, encoding('identity')],
    ['gzip: compressed JSON', 'is read', gzipSync(json), encoding('gzip')],
    ['GZIP: compressed JSON', 'is read', gzipSync(json), encoding('GZIP')],
    ['deflate: compressed JSON', 'is read', deflateSync(json), encoding('deflate')],
    ['br: compressed JSON', 'is read', brotliCompressSync(json), encoding('br')],
    ['gzip, gzip: JSON compressed twice', 'is not JSON', gzipSync(gzipSync(json)), encoding('gzip, gzip')],
    ['none: plain JSON', 'is read', json, encoding('')],
    ['gzip: plain JSON', 'is not JSON', json, encoding('gzip')],
    ['gzip: compressed JSON cut short', 'is not JSON', gzipSync(json).subarray(0, -9), encoding('gzip')],
    ['klingon: plain JSON', 'is not JSON', json, encoding('klingon')],
  ]);
});

describe(`the limit of ${maxBodyBytes} bytes`, () => {
  const most = json.padEnd(maxBodyBytes);
  const tooMuch = `${most} `;
  /** 256 MB of zeros in 256 KB: gzip's members may follow each other. */
  const bomb = Buffer.concat(Array<Buffer>(256).fill(gzipSync(Buffer.alloc(1024 * 1024))));
  const gzip = { 'Content-Encoding': 'gzip' };

  testBodies([
    ['as many bytes', 'is read', most],
    ['one byte more', 'is too large', tooMuch],
    ['as many bytes once decompressed', 'is read', gzipSync(most), gzip],
    ['one byte more once decompressed', 'is too large', gzipSync(tooMuch), gzip],
  ]);

  test.each<[string, Outcome, string]>([
    ['as many bytes', 'is read', most],
    ['one byte more', 'is too large', tooMuch],
  ])('in chunks, without a Content-Length: %s %s', async (_title, outcome, body) => {
    const chunks = Readable.from([body.slice(0, 7), body.slice(7)].map((chunk) => Buffer.from(chunk)));
    const response = await service.request(path, { method, headers, body: chunks, duplex: 'half' } as RequestInit);
    expect(response.body).toEqual(outcomes[outcome]);
  });

  test('is applied without the body when Content-Length announces a larger one', async () => {
    const response = await requestRaw(service, method, path, { ...headers, 'Content-Length': `${maxBodyBytes + 1}` });
    expect(response.body).toEqual(outcomes['is too large']);
  });

  test.each<[string, Record<string, string>, string | Uint8Array]>([
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, `40000\r\n${' '.repeat(0x40000)}\r\n0\r\n\r\n`],
    ['compressed', { ...gzip, 'Content-Length': `${bomb.length}` }, bomb],
  ])('ends the connection after the response when a larger body is %s', async (_title, framing, body) => {
    using connection = new RawConnection(service);
    const first = await connection.request(method, path, { ...headers, ...framing }, body);
    expect(first.body).toEqual(outcomes['is too large']);
    expect(first.headers.get('Connection')).toBe('close');
    expect(await connection.rest()).toBe('');
  });

  test('lets a client that is still sending read the response', async () => {
    const body = Readable.from(
      (async function* () {
        for (let sent = 0; sent < 50; sent++) {
          yield Buffer.alloc(maxBodyBytes, ' ');
          await setTimeout(5);
        }
      })(),
    );
    const response = await service.request(path, { method, headers, body, duplex: 'half' } as RequestInit);
    expect(response.body).toEqual(outcomes['is too large']);
  });

  test('keeps a decompression bomb from being inflated', async () => {
    const { maxRSS } = process.resourceUsage();
    expect((await service.submit(headers, bomb, gzip)).body).toEqual(outcomes['is too large']);
    expect(process.resourceUsage().maxRSS - maxRSS).toBeLessThan(64 * 1024);
  });
});
