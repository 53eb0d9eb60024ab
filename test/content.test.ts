import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { root } from '../src/root.ts';
import { TestService } from './support/service.ts';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());

/**
 * Sends exactly these headers. `fetch` would add its own `Accept-Encoding`, and decompress the
 * response.
 */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: Buffer;
  }>();
  request(service.url + path, { method, headers }, async (response) =>
    resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) }),
  )
    .on('error', reject)
    .end();
  return await promise;
}

const decompress = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};
const encodings = ['br', 'gzip', 'identity'] as const;

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['what browsers send', 'gzip, deflate, br, zstd', 'br'],
  ['anything', '*', 'br'],
  ['no br', 'br;q=0, gzip;q=0.1', 'gzip'],
  ['anything but br', '*, br;q=0', 'gzip'],
  ['gzip rather than br', 'br;q=0.5, gzip', 'gzip'],
  ['the content as it is rather than br', 'identity, br;q=0.9', 'identity'],
  ['br in upper case', 'BR', 'br'],
  ['unknown codings', 'zstd, compress', 'identity'],
  ['nothing but an unknown coding', 'zstd, identity;q=0', 'identity'],
  ['nothing', '*;q=0', 'identity'],
  ['an empty list', '', 'identity'],
  ['no header', undefined, 'identity'],
] as const)('a chapter for a client that accepts %s', async (_title, header, want = header as 'br' | 'gzip') => {
  const path = '/api/chapters/JHN/3';
  const [{ body: content }, { status, headers, body }] = await Promise.all([
    send(path),
    send(path, header === undefined ? {} : { 'Accept-Encoding': header }),
  ]);
  expect(status).toBe(200);
  expect(headers['content-encoding'] ?? 'identity').toBe(want);
  expect(headers.vary).toBe('Accept-Encoding');
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(decompress[want](body).equals(content)).toBe(true);
});

describe.each([
  '/submit',
  '/submit/element.js',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/api/chapters/PSA/119',
])('%s', (path) => {
  test('is smaller with Brotli than with gzip, and smallest compressed', async () => {
    const bodies = await Promise.all(
      encodings.map(async (encoding) => {
        const { body } = await send(path, { 'Accept-Encoding': encoding });
        return { body, content: decompress[encoding](body) };
      }),
    );
    const [br, gzip, identity] = bodies.map(({ body }) => body.length);
    for (const { content } of bodies) expect(content.equals(bodies[2]?.content as Buffer)).toBe(true);
    expect(br).toBeLessThan(gzip as number);
    expect(gzip).toBeLessThan(identity as number);
  });

  test('has an ETag for each representation, which gets a 304 with the same encoding and not with another', async () => {
    const etags = await Promise.all(
      encodings.map(async (encoding) => (await send(path, { 'Accept-Encoding': encoding })).headers.etag),
    );
    expect(new Set(etags).size).toBe(3);
    for (const encoding of encodings) {
      for (const [index, etag = ''] of etags.entries()) {
        const { status, headers, body } = await send(path, { 'Accept-Encoding': encoding, 'If-None-Match': etag });
        const isSame = encodings[index] === encoding;
        expect({ encoding, etag, status }).toEqual({ encoding, etag, status: isSame ? 304 : 200 });
        expect(headers.vary).toBe('Accept-Encoding');
        if (!isSame) continue;
        expect(headers.etag).toBe(etag);
        expect(headers['content-encoding']).toBeUndefined();
        expect(body).toHaveLength(0);
      }
    }
  });

  test.each([
    ['a weak form of it', (etag: string) => `W/${etag}`],
    ['a list with it', (etag: string) => `"other", ${etag}`],
    ['anything', () => '*'],
  ])('gets a 304 for %s', async (_, known) => {
    const { headers } = await send(path, { 'Accept-Encoding': 'br' });
    const etags = { 'If-None-Match': known(headers.etag ?? '') };
    expect((await send(path, { 'Accept-Encoding': 'br', ...etags })).status).toBe(304);
  });

  test.each(encodings)('has the headers of GET for HEAD: %s', async (encoding) => {
    const [get, head] = await Promise.all([
      send(path, { 'Accept-Encoding': encoding }),
      send(path, { 'Accept-Encoding': encoding }, 'HEAD'),
    ]);
    const { 'x-request-id': _get, ...want } = get.headers;
    const { 'x-request-id': _head, ...headers } = head.headers;
    expect(head.status).toBe(200);
    expect({ ...headers, date: '' }).toEqual({ ...want, date: '' });
    expect(head.body).toHaveLength(0);
  });
});

test.each([
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
])('a chapter is sent as the build has compressed it: %s', async (encoding, extension) => {
  const { body } = await send('/api/chapters/PSA/119', { 'Accept-Encoding': encoding });
  expect(body.equals(await readFile(join(root, `dist/chapters/PSA.119.json${extension}`)))).toBe(true);
});

test.each(['/api/verses?words=lord', '/api/eligibility'])(
  '%s changes, so it is not compressed, and needs no Vary',
  async (path) => {
    const { headers } = await send(path, { 'Accept-Encoding': 'br' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  },
);

test('the contract is served as it is', async () => {
  const { status, headers, body } = await send('/openapi.yaml', { 'Accept-Encoding': 'br, gzip' });
  expect(status).toBe(200);
  expect(body.equals(await readFile(join(root, 'openapi.yaml')))).toBe(true);
  expect(headers['content-type']).toBe('application/yaml');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBeUndefined();
});
