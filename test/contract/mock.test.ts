import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { stateOf } from '../../client/src/element/state.ts';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, contractFiles, nameOf, readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import { type Mock, startMock } from '../../contract/mock/server.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import { utcDate, windowText } from '../../src/calendar/window.ts';
import { exposedHeaders, submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { exampleRequest } from '../support/example-request.ts';
import { RunningScript } from '../support/process.ts';
import { token, validSubmission } from '../support/service.ts';

const { method, path, maxBodyBytes } = submitVerseOperation;
const eligibility = '/api/eligibility?localDate=2026-11-21';
const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);

/** Any token will do; each is another player. */
const newPlayer = () => ({ Authorization: `Bearer ${randomUUID()}` });

/** Every documented response of the operation, with the header that selects it. */
const examples = documentedResponses(readContract())
  .filter(({ operation }) => operation === `${method} ${path}`)
  .map(({ status, kind, example }) => ({
    code: status,
    prefer: kind === undefined ? `code=${status}` : `code=${status}, example=${kind}`,
    body: example,
  }));
const codes = [...new Set(examples.map(({ code }) => code))];

/** At this instant the contract's examples are true as they are written. */
const exampleNow = Temporal.Instant.from('2026-11-21T09:30:00Z');
let now = exampleNow;
afterEach(() => {
  now = exampleNow;
});

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(0, '127.0.0.1', () => now);
});
afterAll(async () => {
  await mock.close();
});

async function send(target: string, init: RequestInit = {}, url = mock.url) {
  const response = await fetch(url + target, init);
  const text = await response.text();
  const isJson = response.headers.get('Content-Type') === 'application/json';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Sends any request. It throws unless the contract documents the response. */
async function request(target: string, init: RequestInit = {}, url = mock.url, file?: ContractFile) {
  const response = await send(target, init, url);
  assertDocumented(init.method ?? 'GET', target, response, file);
  return response;
}

/** Submits nothing, without a token, but with a preference. */
const prefer = async (preference: string) => await request(path, { method, headers: { Prefer: preference } });

const submit = async (body: string, headers: Record<string, string> = newPlayer()) =>
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
    'respond-async, wait=0, code=429',
  ])('follows RFC 7240: %s', async (preference) => {
    const { status, headers } = await prefer(preference);
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBe(cooldown.total('seconds'));
    expect(headers.get('Preference-Applied')).toContain('code=429');
  });

  test.each([
    ['code=403', 'code=403'],
    ['example=InvalidVerse, return=minimal, code=400', 'code=400, example=InvalidVerse'],
    ['wait=0, code=500', 'code=500, wait=0'],
    ['WAIT="00"', 'wait=00'],
    ['return=minimal', null],
  ])('%s: the response says what was applied', async (preference, applied) => {
    expect((await prefer(preference)).headers.get('Preference-Applied')).toBe(applied);
  });

  test.each([
    ['an example', 'code=429, wait=1', path, 429],
    ['a response that the request gets anyway', 'wait=1', path, 401],
    ['a path that the contract does not have', 'code=429, wait=1', '/other', 404],
  ])('wait delays %s', async (_title, preference, target, status) => {
    const start = performance.now();
    const response = await request(target, { method, headers: { Prefer: preference } });
    expect(response.status).toBe(status);
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('with unknown preferences only is ignored', async () => {
    const headers = { ...newPlayer(), Prefer: 'return=minimal, constructor=1, __proto__=2' };
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
    ['wait', 'Prefer: wait must be a whole number of seconds, from 0 to 60'],
    ['wait=61', 'Prefer: wait must be a whole number of seconds, from 0 to 60'],
    ['wait=-1', 'Prefer: wait must be a whole number of seconds, from 0 to 60'],
    ['wait=0.5, code=429', 'Prefer: wait must be a whole number of seconds, from 0 to 60'],
    ['wait=soon', 'Prefer: wait must be a whole number of seconds, from 0 to 60'],
  ])('%s is rejected with the allowed values and an undocumented status', async (preference, error) => {
    const { status, body } = await send(path, { method, headers: { Prefer: preference } });
    expect({ status, body }).toEqual({ status: 422, body: { error } });
    expect(codes).not.toContain(String(status));
  });
});

test('an operation without named examples says so', async () => {
  const { status, body } = await send('/api/submissions', { headers: { Prefer: 'example=Other' } });
  const error = 'Prefer: every code of this operation has one example only, which has no name: omit example';
  expect({ status, body }).toEqual({ status: 422, body: { error } });
});

describe('a response is of the present', () => {
  /** Just before and after midnight, in another year, on a leap day, and where the window's text names two years. */
  const instants = [
    '2026-11-21T23:59:59.999Z',
    '2027-01-01T00:00:00Z',
    '2028-02-29T12:00:00.123456Z',
    '2029-12-20T01:02:03Z',
  ];
  const milliseconds = (instant: Temporal.Instant) =>
    instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' });

  test.each(instants)('at %s, all dates agree with each other and with now', async (instant) => {
    now = Temporal.Instant.from(instant);
    const today = utcDate(now);
    const scheduledDate = today.add({ days: 7 }).toString();
    const cooldownEndsAt = milliseconds(now.add(cooldown)).toString({ fractionalSecondDigits: 3 });
    const window = windowText({ first: today.add({ days: 7 }), last: today.add({ days: 20 }) });

    const player = newPlayer();
    expect((await submit(JSON.stringify(validSubmission), player)).body).toEqual({
      scheduledDate,
      reference: 'John 3:16',
      windowText: window,
    });
    expect((await prefer('code=201')).body).toMatchObject({ scheduledDate, windowText: window });

    const { body, headers } = await prefer('code=429');
    expect(body.cooldownEndsAt).toBe(cooldownEndsAt);
    expect(Number(headers.get('Retry-After'))).toBe(cooldown.total('seconds'));

    expect((await request(eligibility, { headers: { Prefer: 'code=200' } })).body.cooldownEndsAt).toBe(cooldownEndsAt);
    expect((await request(eligibility, { headers: player })).body.cooldownEndsAt).toBe(cooldownEndsAt);
    const submittedAt = milliseconds(now).toString({ fractionalSecondDigits: 3 });
    expect((await request('/api/submissions', { headers: player })).body.submissions).toMatchObject([
      { scheduledDate, submittedAt },
    ]);
    expect((await request('/api/submissions', { headers: { Prefer: 'code=200' } })).body).toMatchObject({
      submissions: [{ scheduledDate, submittedAt }, { movedFrom: today.add({ days: 1 }).toString() }],
      withdrawn: [{ withdrawnFrom: today.subtract({ days: 6 }).toString() }],
    });
  });

  test('with the clock of this machine, no date is past', async () => {
    await using real = await startMock(0).then((started) => ({ ...started, [Symbol.asyncDispose]: started.close }));
    const response = await fetch(real.url + eligibility, { headers: { Prefer: 'code=200' } });
    const { cooldownEndsAt } = (await response.json()) as { cooldownEndsAt: string };
    const left = Temporal.Now.instant().until(cooldownEndsAt).total('seconds');
    expect(left).toBeGreaterThan(cooldown.total('seconds') - 60);
    expect(left).toBeLessThanOrEqual(cooldown.total('seconds'));
  });

  test.each([
    ['PSA', 23, 1, 'Psalm 23:1'],
    ['SNG', 1, 1, 'Song of Songs 1:1'],
    ['JUD', 1, 3, 'Jude 1:3'],
  ])(
    'the reference of %s %i:%i is that of the request, also for the preferred 201',
    async (bookId, chapter, verse, want) => {
      const body = JSON.stringify({ ...validSubmission, bookId, chapter, verse });
      expect((await submit(body)).body.reference).toBe(want);
      expect((await submit(body, { ...newPlayer(), Prefer: 'code=201' })).body.reference).toBe(want);
    },
  );

  test('the text of a chapter is that of the request, also for the preferred 200', async () => {
    for (const headers of [{}, { Prefer: 'code=200' }]) {
      const { verses } = (await request('/api/chapters/JHN/11', { headers })).body;
      expect([verses.length, verses[34]]).toEqual([57, 'Jesus wept.']);
    }
    const { status, body } = await request('/api/chapters/JHN/22');
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'chapter must be an integer from 1 to 21: John has 21 chapters' },
    });
  });

  test('a cache keeps the responses to other preferences apart', async () => {
    const { headers } = await request('/api/chapters/JHN/11');
    expect(headers.get('Vary')?.split(', ')).toContain('Prefer');
  });

  test('a preferred 201 without a valid verse is that of the example', async () => {
    expect((await prefer('code=201')).body.reference).toBe('John 3:16');
  });
});

describe('checks that need only the request', () => {
  const body = (members: object) => JSON.stringify({ ...validSubmission, ...members });

  test.each([
    ['a valid submission', 201, () => submit(body({}))],
    ['the scheme in lower case', 201, () => submit(body({}), { Authorization: 'bearer x' })],
    ['an Idempotency-Key', 201, () => submit(body({}), { ...newPlayer(), 'Idempotency-Key': 'a-key' })],
    ['no token', 401, () => submit(body({}), {})],
    ['an empty token', 401, () => submit(body({}), { Authorization: 'Bearer ' })],
    ['malformed JSON without a token', 401, () => submit('{', {})],
    ['an unknown path', 404, () => request('/api/other')],
    ['a trailing slash', 404, () => request(`${path}/`, { method })],
    ['another method', 405, () => request(path, { method: 'DELETE' })],
    ['a HEAD where there is no GET', 405, () => headRequest(path)],
    ['a HEAD where there is a GET', 200, () => headRequest('/api/submissions')],
    ['a valid query', 200, () => request(eligibility, { headers: newPlayer() })],
    ['a malformed query', 400, () => request('/api/eligibility?localDate=today', { headers: newPlayer() })],
    ['no query', 400, () => request('/api/eligibility', { headers: newPlayer() })],
    ['a malformed query without a token', 401, () => request('/api/eligibility?localDate=today')],
    ['a body over the limit', 413, () => submit(' '.repeat(maxBodyBytes + 1))],
  ])('%s: %i', async (_title, status, respond) => {
    expect((await respond()).status).toBe(status);
  });

  async function headRequest(target: string) {
    const response = await fetch(mock.url + target, { method: 'HEAD', headers: newPlayer() });
    assertDocumented('HEAD', target, { status: response.status, headers: response.headers, text: '' });
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

describe('a player', () => {
  const submission = JSON.stringify(validSubmission);
  const other = JSON.stringify({ ...validSubmission, bookId: 'PSA', chapter: 23, verse: 1 });
  const facts = async (player: Record<string, string>, from = request) =>
    (await from(eligibility, { headers: player })).body;
  const list = async (player: Record<string, string>, from = request) =>
    (await from('/api/submissions', { headers: player })).body.submissions;

  test('may submit a verse, and has no submission yet', async () => {
    const player = newPlayer();
    const body = await facts(player);
    expect(body).toEqual({ maySubmit: true, solvedToday: true, accepting: true });
    expect(stateOf({ signedIn: true, eligibility: body })).toBe('open'); // the form of <submit-verse>
    await expect(list(player)).resolves.toEqual([]);
  });

  test('who has submitted is on cooldown until it ends, and finds the submission in the list', async () => {
    const player = newPlayer();
    const { scheduledDate } = (await submit(submission, player)).body;
    now = exampleNow.add({ hours: 1 });
    const cooldownEndsAt = exampleNow.add(cooldown).toString({ fractionalSecondDigits: 3 });

    const { status, headers, body } = await submit(other, player);
    expect({ status, body }).toEqual({ status: 429, body: { error: 'Cooldown active', cooldownEndsAt } });
    expect(Number(headers.get('Retry-After'))).toBe(cooldown.total('seconds') - 3600);
    const waiting = await facts(player);
    expect(waiting).toEqual({ maySubmit: false, solvedToday: true, accepting: true, cooldownEndsAt });
    expect(stateOf({ signedIn: true, eligibility: waiting })).toBe('cooldown');
    await expect(list(player)).resolves.toEqual([
      {
        scheduledDate,
        reference: 'John 3:16',
        bookId: 'JHN',
        chapter: 3,
        verse: 16,
        submittedAt: exampleNow.toString({ fractionalSecondDigits: 3 }),
      },
    ]);

    now = exampleNow.add(cooldown);
    expect((await facts(player)).maySubmit).toBe(true);
    expect((await submit(other, player)).status).toBe(201);
    expect((await list(player)).map(({ reference }: { reference: string }) => reference)).toEqual([
      'Psalm 23:1',
      'John 3:16',
    ]);
  });

  test('of simultaneous submissions, one is scheduled', async () => {
    const player = newPlayer();
    const responses = await Promise.all(Array.from({ length: 10 }, () => submit(submission, player)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(429)]);
  });

  test('who repeats the Idempotency-Key gets the 201 again, even for another verse', async () => {
    const player = { ...newPlayer(), 'Idempotency-Key': 'a-key' };
    const first = await submit(submission, player);
    now = exampleNow.add({ hours: 48 });
    for (const verse of [submission, other]) {
      await expect(submit(verse, player)).resolves.toMatchObject({ status: 201, text: first.text });
    }
    expect((await submit(submission, { ...player, 'Idempotency-Key': 'another' })).status).toBe(429);
    await expect(list(player)).resolves.toHaveLength(1);
  });

  test('is another one with another token', async () => {
    const first = await submit(submission);
    const second = await submit(submission);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  test('whose request is rejected has submitted nothing', async () => {
    const player = newPlayer();
    expect((await submit(JSON.stringify({ ...validSubmission, verse: 37 }), player)).status).toBe(400);
    await expect(facts(player)).resolves.toMatchObject({ maySubmit: true });
  });

  test.each(['code=429', 'code=500', 'example=InvalidVerse'])(
    'who prefers %s has submitted nothing',
    async (preference) => {
      const player = newPlayer();
      await submit(submission, { ...player, Prefer: preference });
      await expect(facts(player)).resolves.toMatchObject({ maySubmit: true });
    },
  );

  test('who prefers 201 has submitted, and gets it on cooldown too, without the headers of the 429', async () => {
    const player = newPlayer();
    for (const verse of [submission, other]) {
      const { status, headers } = await submit(verse, { ...player, Prefer: 'code=201' });
      expect([status, headers.get('Retry-After'), headers.get('Preference-Applied')]).toEqual([201, null, 'code=201']);
    }
    await expect(list(player)).resolves.toHaveLength(1);
  });

  test('a preferred success without a token has no WWW-Authenticate', async () => {
    for (const [target, init] of [
      [path, { method, headers: { Prefer: 'code=201' } }],
      ['/api/submissions', { headers: { Prefer: 'code=200' } }],
    ] as const) {
      const { headers } = await request(target, init);
      expect([headers.get('WWW-Authenticate'), headers.get('Cache-Control')]).toEqual([null, 'no-store']);
    }
  });

  describe('with --stateless', () => {
    let stateless: Mock;
    beforeAll(async () => {
      stateless = await startMock(0, '127.0.0.1', () => now, true);
    });
    afterAll(async () => {
      await stateless.close();
    });

    test('always may submit, and finds the example in the list', async () => {
      const player = newPlayer();
      const from = async (target: string, init: RequestInit = {}) => await request(target, init, stateless.url);
      for (const verse of [submission, other]) {
        expect((await from(path, { method, headers: player, body: verse })).status).toBe(201);
        await expect(facts(player, from)).resolves.toEqual({ maySubmit: true, solvedToday: true, accepting: true });
        await expect(list(player, from)).resolves.toMatchObject([
          { reference: 'John 3:16' },
          { reference: 'Psalm 23:1' },
        ]);
      }
    });
  });
});

describe('each contract of the project', () => {
  const all = contractFiles.flatMap((file) =>
    operationsOf(readContract(file)).flatMap((placed) =>
      documentedResponses(readContract(file))
        .filter(({ operation, response }) => operation === placed.name && response['x-set-by'] === undefined)
        .map(({ name, status, kind }) => ({ file, placed, name, status, kind })),
    ),
  );

  test.each(all)('$name is returned as documented if it is preferred', async ({ file, placed, status, kind }) => {
    const { fullPath, request: sent } = exampleRequest(placed);
    const Prefer = kind === undefined ? `code=${status}` : `code=${status}, example=${kind}`;
    const init = { method: sent.method, headers: { ...sent.headers, Prefer }, ...(sent.body && { body: sent.body }) };
    expect((await request(fullPath, init, mock.url, file)).status).toBe(Number(status));
  });
});

describe("the operator's desk", () => {
  const file = 'contract/openapi.desk.yaml';
  const calendar = async (target: string, authorization: string) =>
    await request(target, { headers: { Authorization: `Bearer ${authorization}` } }, mock.url, file);
  const jwt = async (claims: object) => await token('ann', { ...claims });

  test.each([
    ['a token that is no JWT', async () => 'anything', 200],
    ['a JWT without roles', () => jwt({}), 200],
    ['a JWT with the role', () => jwt({ roles: ['calendar-viewer'] }), 200],
    ['a JWT with a role that includes it', () => jwt({ roles: ['calendar-editor'] }), 200],
    ['a JWT with another role', () => jwt({ roles: ['other'] }), 403],
    ['a JWT with an empty list of roles', () => jwt({ roles: [] }), 403],
  ])('%s', async (_title, authorization, status) => {
    expect((await calendar('/desk/api/calendar', await authorization())).status).toBe(status);
  });

  test('needs a token', async () => {
    expect((await request('/desk/api/calendar', {}, mock.url, file)).status).toBe(401);
  });

  test('rejects a malformed parameter', async () => {
    const { status, body } = await calendar('/desk/api/calendar?from=today', 'anything');
    expect({ status, body }).toEqual({ status: 400, body: { error: 'from must be a date, YYYY-MM-DD' } });
  });

  test('is of the present', async () => {
    now = exampleNow.add({ hours: 48 });
    const { body } = await calendar('/desk/api/calendar', 'anything');
    expect(body.today).toBe('2026-11-23');
  });
});

describe('what there is', () => {
  test('/ names the operations with their responses, the documents and the preferences', async () => {
    const response = await fetch(`${mock.url}/`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    for (const file of contractFiles) {
      for (const { name, operation } of operationsOf(readContract(file))) {
        expect(text).toContain(`${name}\n      ${operation.summary}\n`);
      }
      for (const extension of ['yaml', 'json']) expect(text).toContain(`GET /${nameOf(file)}.${extension}\n`);
    }
    expect(text).toContain('201, 400 (InvalidJsonBody, InvalidLocalDate, InvalidVerse), 401, 403, 413, 429, 500\n');
    for (const word of ['Bearer', '--stateless', 'Prefer: code=429', 'Prefer: wait=3']) {
      expect(text).toContain(word);
    }
  });

  test.each(contractFiles)('%s is there, as YAML and as JSON', async (file) => {
    const yaml = await fetch(`${mock.url}/${nameOf(file)}.yaml`);
    await expect(yaml.text()).resolves.toBe(await readFile(join(root, file), 'utf8'));
    expect((await send(`/${nameOf(file)}.json`)).body).toEqual(readContract(file));
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
    expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual([...exposedHeaders, 'Preference-Applied']);
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

  test('--stateless forgets every submission', async () => {
    const script = run('--port', '0', '--stateless');
    const [url] = await script.printed(/http:\/\/\S+/);
    const init = { method, headers: newPlayer(), body: JSON.stringify(validSubmission) };
    expect((await fetch(url + path, init)).status).toBe(201);
    expect((await fetch(url + path, init)).status).toBe(201);
    await script.kill('SIGTERM');
  });

  test('reports a taken port in one line', async () => {
    const { port } = new URL(mock.url);
    const script = run('--port', port);
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toMatch(
      RegExp(`^The mock cannot listen on host 127.0.0.1, port ${port}: .*EADDRINUSE.* the port a free one\\.\n$`),
    );
  });

  test.each([
    ['127.0.0.2', /^http:\/\/127\.0\.0\.2:\d+$/],
    ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
    ['0.0.0.0', /^http:\/\/0\.0\.0\.0:\d+$/],
  ])('listens on --host %s', async (host, want) => {
    const script = run('--host', host, '--port', '0');
    const [url] = await script.printed(/http:\/\/\S+/);
    expect(url).toMatch(want);
    expect((await fetch(url + path, { method, headers: { Prefer: 'code=403' } })).status).toBe(403);
    await script.kill('SIGTERM');
  });

  test('reports a host that is not of this machine, in one line that says what is allowed', async () => {
    const script = run('--host', '192.0.2.1', '--port', '0');
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toMatch(
      /^The mock cannot listen on host 192\.0\.2\.1, port 0: .*EADDRNOTAVAIL.*The host must be a name or an address of this machine.*\n$/,
    );
  });

  test('rejects an empty --host', async () => {
    const script = run('--host=');
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toContain('It must be a name or an address of this machine, such as 127.0.0.1');
  });

  test.each(['', 'abc', '65536', '-1'])('rejects --port %j', async (port) => {
    const script = run(`--port=${port}`);
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toContain('It must be an integer from 0 to 65535; 0 takes any free port.');
  });
});
