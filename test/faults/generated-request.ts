import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { validSubmission } from '../support/service.ts';

/** A request of HTTP, byte for byte. */
export interface GeneratedRequest {
  readonly method: string;
  /**
   * The path by which the contract is asked about the response; undefined if the target has a fragment or a space, which no target has (RFC 9112,
   * 3.2).
   */
  readonly path: string | undefined;
  readonly bytes: Buffer;
}

interface Body {
  readonly bytes: Buffer;
  readonly headers?: readonly string[];
}

const { method: submit, path: submitPath, maxBodyBytes } = submitVerseOperation;
const crlf = '\r\n';

/** Visible ASCII. */
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** The bytes of a header's value, besides a space: visible ASCII, and all bytes from 0x80. */
const fieldByte = fc
  .oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
  .map((code) => String.fromCharCode(code));
const visibleText = fc.string({ unit: visible, maxLength: 40 });
const fieldText = fc.string({ unit: fieldByte, maxLength: 40 });

const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant<string>(submit) },
  { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND') },
);

const target = fc.oneof(
  { weight: 17, arbitrary: fc.constant<string>(submitPath) },
  { weight: 1, arbitrary: visibleText.map((query) => `${submitPath}?${query}`) },
  { weight: 1, arbitrary: visibleText.map((text) => `/api/${text}`) },
  { weight: 1, arbitrary: fc.webPath().map((path) => `/other${path}`) },
);

const localDate = fc.oneof(
  { weight: 3, arbitrary: fc.constant(validSubmission.localDate) },
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.string({ unit: fc.constantFrom(...'0123456789-'), minLength: 8, maxLength: 11 }),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

const submission = fc.record(
  {
    localDate,
    bookId: fc.oneof(fc.constantFrom('JHN', 'GEN', 'PSA', 'jhn', 'XXX'), fc.string({ unit: 'binary' }), fc.jsonValue()),
    chapter: fc.oneof(fc.integer({ min: -1, max: 151 }), fc.double(), fc.jsonValue()),
    verse: fc.oneof(fc.integer({ min: -1, max: 177 }), fc.double(), fc.jsonValue()),
    ['__proto__']: fc.jsonValue(),
    constructor: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const json = fc.oneof(
  fc
    .record({ chapter: fc.integer({ min: 1, max: 22 }), verse: fc.integer({ min: 1, max: 26 }) })
    .map((verse) => JSON.stringify({ ...validSubmission, ...verse })),
  submission.map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);

const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 20, arbitrary: json.map((text) => ({ bytes: Buffer.from(text) })) },
  { weight: 2, arbitrary: fc.tuple(json, fc.nat()).map(([text, end]) => ({ bytes: cut(Buffer.from(text), end) })) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ bytes: Buffer.from(bytes) })) },
  { weight: 1, arbitrary: fc.constant({ bytes: Buffer.alloc(0) }) },
  { weight: 1, arbitrary: json.map((text) => compressed(gzipSync(text))) },
  { weight: 1, arbitrary: fc.tuple(json, fc.nat()).map(([text, end]) => compressed(cut(gzipSync(text), end))) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((depth) => ({ bytes: Buffer.alloc(depth, '[') })) },
  // A few more bytes than are allowed, and a few fewer.
  {
    weight: 1,
    arbitrary: fc.integer({ min: maxBodyBytes - 99, max: maxBodyBytes + 99 }).map((length) => ({
      bytes: Buffer.alloc(length, ' '),
    })),
  },
);

const contentType = fc.oneof(
  fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'),
  fc.constantFrom('utf-8', 'utf-16', 'utf-16be', 'latin1', 'klingon', '').map((set) => `text/plain; charset=${set}`),
  fieldText,
);

/** None of them says where the request ends. */
const header = fc.oneof(
  contentType.map((value) => `Content-Type: ${value}`),
  fc
    .oneof(fc.constantFrom('gzip', 'br', 'deflate', 'identity'), fieldText)
    .map((value) => `Content-Encoding: ${value}`),
  fc.oneof(visibleText, fieldText).map((value) => `Idempotency-Key: ${value}`),
  fieldText.map((value) => `Accept: ${value}`),
  fieldText.map((value) => `Origin: ${value}`),
  fieldText.map((value) => `Cookie: ${value}`),
  fc.constantFrom(
    'X-HTTP-Method-Override: DELETE',
    'If-None-Match: *',
    'Range: bytes=0-3',
    'Authorization: Basic eDp5',
  ),
  fc.tuple(fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,20}$/), fieldText).map(([name, value]) => `X-${name}: ${value}`),
);

const chunkLengths = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 });

/** @param authorizations the `Authorization` headers to choose from; the empty string stands for none */
export function generatedRequest(authorizations: readonly string[]): fc.Arbitrary<GeneratedRequest> {
  const authorization = fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom(...authorizations) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fieldText,
        visibleText.map((text) => `Bearer ${text}`),
      ),
    },
  );
  const parts = {
    method,
    target,
    authorization,
    headers: fc.array(header, { maxLength: 3 }),
    body,
    chunkLengths: fc.option(chunkLengths, { freq: 1 }),
  };
  return fc.record(parts).map((request): GeneratedRequest => {
    const { method, target, authorization, headers, body, chunkLengths } = request;
    const framing = chunkLengths ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.bytes.length}`;
    const lines = [
      `${method} ${target} HTTP/1.1`,
      'Host: localhost',
      ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
      ...headers,
      ...(body.headers ?? []),
      framing,
    ];
    const content = chunkLengths ? inChunks(body.bytes, chunkLengths) : body.bytes;
    const bytes = Buffer.concat([Buffer.from(lines.join(crlf) + crlf + crlf, 'latin1'), content]);
    const path = /[#\s]/.test(target) ? undefined : target.split('?', 1).join();
    return { method, path, bytes };
  });
}

function cut(bytes: Buffer, end: number): Buffer {
  return bytes.subarray(0, end % (bytes.length + 1));
}

function compressed(bytes: Buffer): Body {
  return { bytes, headers: ['Content-Encoding: gzip'] };
}

/** The lengths are used in turn. */
function inChunks(bytes: Buffer, lengths: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const chunk = bytes.subarray(start, start + (lengths[turn % lengths.length] ?? 1));
    parts.push(Buffer.from(chunk.length.toString(16) + crlf), chunk, Buffer.from(crlf));
    start += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from(`0${crlf}${crlf}`)]);
}
