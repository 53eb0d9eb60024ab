import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedResponses, readContract } from '../../contract/document.ts';
import { assertDocumented } from '../../contract/documented.ts';
import { type Mock, startMock } from '../../contract/mock/server.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { validSubmission } from '../support/service.ts';

const { method, path, maxBodyBytes } = submitVerseOperation;
const authorized = { Authorization: 'Bearer any-token-will-do' };

/** Every documented response of the operation, with the header that selects it. */
const examples = documentedResponses(readContract())
  .filter(({ operation }) => operation === `${method} ${path}`)
  .map(({ status, kind, example }) => ({
    code: status,
    prefer: kind === undefined ? `code=${status}` : `code=${status}, example=${kind}`,
    body: example,
  }));
const codes = [...new Set(examples.map(({ code }) => code))];

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(0);
});
afterAll(async () => {
  await mock.close();
});

async function send(target: string, init: RequestInit = {}) {
  const response = await fetch(mock.url + target, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Sends any request. It throws unless the contract documents the response. */
async function request(target: string, init: RequestInit = {}) {
  const response = await send(target, init);
  assertDocumented(init.method ?? 'GET', target, response);
  return response;
}

/** Submits nothing, without a token, but with a preference. */
const prefer = async (preference: string) => await request(path, { method, headers: { Prefer: preference } });

const submit = async (body: string, headers: Record<string, string> = authorized) =>
  await request(path, { method, headers, body });

describe('Prefer', () => {
  test.each(examples)('$prefer', async ({ code, prefer: preference, body }) => {
    const response = await prefer(preference);
    expect(response.status).toBe(Number(code));
    expect(response.body).toEqual(body);
  });

  test('without an example returns the first one', async () => {
    expect((await prefer('code=400')).body).toEqual(examples.find(({ code }) => code === '400')?.body);
  });

  test('without a code returns the response with that example', async () => {
    const { status, body } = await prefer('example=InvalidVerse');
    expect({ status, body }).toEqual({
      status: 400,
      body: examples.find(({ prefer }) => prefer.endsWith('=InvalidVerse'))?.body,
    });
  });

  test.each([
    'return=minimal, code=429',
    'code=429; foo=bar',
    'Code = "429"',
    'code=429, code=500',
    'respond-async, wait=10, code=429',
  ])('follows RFC 7240: %s', async (preference) => {
    const { status, headers } = await prefer(preference);
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBe(
      Temporal.Duration.from(submitVerseOperation.cooldown).total('seconds'),
    );
  });

  test('with unknown preferences only is ignored', async () => {
    const headers = { ...authorized, Prefer: 'return=minimal, constructor=1, __proto__=2' };
    expect((await submit(JSON.stringify(validSubmission), headers)).status).toBe(201);
  });

  test('does not apply to undocumented paths and methods', async () => {
    const headers = { Prefer: 'code=201' };
    expect((await request('/other', { headers })).status).toBe(404);
    expect((await request(path, { headers })).status).toBe(405);
  });

  const allowed = codes.join(', ');
  const named = 'InvalidJsonBody, InvalidLocalDate, InvalidVerse';
  test.each([
    ['code=418', `Prefer: code must be one of ${allowed}`],
    ['code', `Prefer: code must be one of ${allowed}`],
    ['code=404', `Prefer: code must be one of ${allowed}`],
    ['code=constructor', `Prefer: code must be one of ${allowed}`],
    ['code=400, example=InvalidVers', `Prefer: with code=400, example must be one of ${named}`],
    ['code=429, example=InvalidVerse', 'Prefer: code=429 has one example only, which has no name: omit example'],
    ['example=invalidverse', `Prefer: example must be one of ${named}`],
  ])('%s is rejected with the allowed values and an undocumented status', async (preference, error) => {
    const { status, body } = await send(path, { method, headers: { Prefer: preference } });
    expect({ status, body }).toEqual({ status: 422, body: { error } });
    expect(codes).not.toContain(String(status));
  });
});

describe('checks that need only the request', () => {
  const body = (members: object) => JSON.stringify({ ...validSubmission, ...members });

  test.each([
    ['a valid submission', 201, () => submit(body({}))],
    ['the scheme in lower case', 201, () => submit(body({}), { Authorization: 'bearer x' })],
    ['an Idempotency-Key', 201, () => submit(body({}), { ...authorized, 'Idempotency-Key': 'a-key' })],
    ['no token', 401, () => submit(body({}), {})],
    ['an empty token', 401, () => submit(body({}), { Authorization: 'Bearer ' })],
    ['malformed JSON without a token', 401, () => submit('{', {})],
    ['an unknown path', 404, () => request('/api/other')],
    ['a trailing slash', 404, () => request(`${path}/`, { method })],
    ['another method', 405, () => request(path, { method: 'DELETE' })],
    ['a HEAD', 405, async () => await headRequest()],
    ['a body over the limit', 413, () => submit(' '.repeat(maxBodyBytes + 1))],
  ])('%s: %i', async (_title, status, respond) => {
    expect((await respond()).status).toBe(status);
  });

  async function headRequest() {
    const response = await fetch(mock.url + path, { method: 'HEAD' });
    assertDocumented('HEAD', path, { status: response.status, headers: response.headers, text: '' });
    return response;
  }

  test.each([
    ['malformed JSON', '{', 'Invalid JSON body'],
    ['no body', '', 'A valid localDate (YYYY-MM-DD) is required'],
    ['null', 'null', 'A valid localDate (YYYY-MM-DD) is required'],
    ['a date in another format', body({ localDate: '21.11.2026' }), 'A valid localDate (YYYY-MM-DD) is required'],
    ['a verse that does not exist', body({ verse: 37 }), 'verse must be an integer from 1 to 36: John 3 has 36 verses'],
  ])('%s: 400', async (_title, text, error) => {
    const response = await submit(text);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
  });
});

test('every response repeats the X-Request-Id of its request', async () => {
  const { headers } = await request(path, { method, headers: { Prefer: 'code=429', 'X-Request-Id': 'a-name' } });
  expect(headers.get('X-Request-Id')).toBe('a-name');
});

describe('a page of any origin', () => {
  const Origin = 'http://localhost:5173';

  test('may send the headers of a submission and a preference', async () => {
    const response = await fetch(mock.url + path, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,prefer',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method);
    expect(response.headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'prefer',
    ]);
  });

  test.each([...examples.map((example) => example.prefer), 'code=418'])('may read %s', async (preference) => {
    const { headers } = await send(path, { method, headers: { Origin, Prefer: preference } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(['Retry-After', 'X-Request-Id']);
  });
});

describe('npm run mock', () => {
  const run = (...args: string[]) => new RunningScript(root, ['scripts/mock.ts', ...args]);

  test('prints its URL', async () => {
    const script = run('--port', '0');
    const [url] = await script.printed(/http:\/\/\S+/);
    expect((await fetch(url + path, { method, headers: { Prefer: 'code=403' } })).status).toBe(403);
    await script.kill('SIGTERM');
  });

  test('reports a taken port in one line', async () => {
    const { port } = new URL(mock.url);
    const script = run('--port', port);
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toMatch(RegExp(`^The mock cannot listen on port ${port}: .*EADDRINUSE.*\n$`));
  });

  test.each(['', 'abc', '65536', '-1'])('rejects --port %j', async (port) => {
    const script = run(`--port=${port}`);
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toContain('It must be an integer from 0 to 65535; 0 takes any free port.');
  });
});
