import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
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

const { method, path } = submitVerseOperation;
const eligibility = '/api/eligibility?localDate=2026-11-21';
const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);

/** Any token will do; each is another player. */
const newPlayer = () => ({ Authorization: `Bearer ${randomUUID()}` });

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
afterAll(() => mock.close());

async function send(target: string, init: RequestInit = {}, url = mock.url) {
  const response = await fetch(url + target, init);
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('Content-Type') === 'application/json';
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

const submission = JSON.stringify(validSubmission);
const other = JSON.stringify({ ...validSubmission, bookId: 'PSA', chapter: 23, verse: 1 });
const submit = async (body: string, headers: Record<string, string> = newPlayer()) =>
  await request(path, { method, headers, body });

const everyExample = contractFiles.flatMap((file) => {
  const contract = readContract(file);
  const documented = documentedResponses(contract).filter(({ response }) => response['x-set-by'] === undefined);
  return operationsOf(contract).flatMap((placed) =>
    documented.filter(({ operation }) => operation === placed.name).map((each) => ({ ...each, file, placed })),
  );
});

describe('Prefer', () => {
  test.each(everyExample)('selects $name', async ({ file, placed, status, kind, example }) => {
    const { fullPath, request: sent } = exampleRequest(placed);
    const Prefer = kind === undefined ? `code=${status}` : `code=${status}, example=${kind}`;
    const init = { method: sent.method, headers: { ...sent.headers, Prefer }, ...(sent.body && { body: sent.body }) };
    const response = await request(fullPath, init, mock.url, file);
    expect(response.status).toBe(Number(status));
    if (response.body !== undefined) expect(response.body).toEqual(example);
  });

  test('without an example selects the first one, without a code the response with that example', async () => {
    expect((await prefer('code=400')).body).toEqual({ error: 'Invalid JSON body' });
    const { status, body } = await prefer('example=InvalidVerse');
    expect({ status, ...body }).toEqual({ status: 400, error: expect.stringMatching(/^verse must be/) });
  });

  test.each([
    ['return=minimal, code=429', 429, 'code=429'],
    ['code=429; foo=bar', 429, 'code=429'],
    ['Code = "429"', 429, 'code=429'],
    ['code=429, code=500', 429, 'code=429'],
    ['WAIT="00"', 401, 'wait=00'],
    ['return=minimal, constructor=1, __proto__=2', 401, null],
  ])('follows RFC 7240, and the response says what was applied: %s', async (preference, status, applied) => {
    const response = await prefer(preference);
    expect([response.status, response.headers.get('Preference-Applied')]).toEqual([status, applied]);
  });

  test.each([
    ['an example', 'code=429, wait=1', 429],
    ['a response that the request gets anyway', 'wait=1', 401],
  ])('wait delays %s', async (_title, preference, status) => {
    const start = performance.now();
    expect((await prefer(preference)).status).toBe(status);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test('does not apply to undocumented paths and methods, and to HEAD as to GET', async () => {
    const headers = { Prefer: 'code=201' };
    expect((await request('/other', { headers })).status).toBe(404);
    expect((await request(path, { headers })).status).toBe(405);
    expect((await request(eligibility, { method: 'HEAD', headers: { Prefer: 'code=500' } })).status).toBe(500);
  });

  const allowed = '201, 400, 401, 403, 413, 429, 500';
  const named = 'InvalidJsonBody, InvalidLocalDate, InvalidVerse';
  const wait = 'Prefer: wait must be a whole number of seconds, from 0 to 60';
  test.each([
    ['code=418', `Prefer: code must be one of ${allowed}`],
    ['code=constructor', `Prefer: code must be one of ${allowed}`],
    ['code=400, example=InvalidVers', `Prefer: with code=400, example must be one of ${named}`],
    ['code=429, example=InvalidVerse', 'Prefer: code=429 has one example only, which has no name: omit example'],
    ['example=invalidverse', `Prefer: example must be one of ${named}`],
    ['wait=61', wait],
    ['wait=0.5, code=429', wait],
  ])('%s is rejected with the allowed values and an undocumented status', async (preference, error) => {
    const { status, body } = await send(path, { method, headers: { Prefer: preference } });
    expect({ status, body }).toEqual({ status: 422, body: { error } });
  });

  test('an operation without named examples says so', async () => {
    const { status, body } = await send('/api/submissions', { headers: { Prefer: 'example=Other' } });
    const error = 'Prefer: every code of this operation has one example only, which has no name: omit example';
    expect({ status, body }).toEqual({ status: 422, body: { error } });
  });
});

describe('a response is of the present', () => {
  const milliseconds = (instant: Temporal.Instant) =>
    instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toString({ fractionalSecondDigits: 3 });

  /** Just before midnight, on a leap day, and where the window's text names two years. */
  test.each(['2026-11-21T23:59:59.999Z', '2028-02-29T12:00:00.123456Z', '2029-12-20T01:02:03Z'])(
    'at %s, all dates agree with each other and with now',
    async (instant) => {
      now = Temporal.Instant.from(instant);
      const today = utcDate(now);
      const scheduledDate = today.add({ days: 7 }).toString();
      const cooldownEndsAt = milliseconds(now.add(cooldown));
      const window = windowText({ first: today.add({ days: 7 }), last: today.add({ days: 20 }) });

      const player = newPlayer();
      const scheduled = { scheduledDate, reference: 'John 3:16', windowText: window };
      expect((await submit(submission, player)).body).toEqual(scheduled);
      expect((await prefer('code=201')).body).toEqual(scheduled);

      const { body, headers } = await prefer('code=429');
      expect(body.cooldownEndsAt).toBe(cooldownEndsAt);
      expect(Number(headers.get('Retry-After'))).toBe(cooldown.total('seconds'));
      for (const headers of [{ Prefer: 'code=200' }, player]) {
        expect((await request(eligibility, { headers })).body.cooldownEndsAt).toBe(cooldownEndsAt);
      }

      const submittedAt = milliseconds(now);
      expect((await request('/api/submissions', { headers: player })).body.submissions).toMatchObject([
        { scheduledDate, submittedAt },
      ]);
      expect((await request('/api/submissions', { headers: { Prefer: 'code=200' } })).body).toMatchObject({
        submissions: [{ scheduledDate, submittedAt }, { movedFrom: today.add({ days: 1 }).toString() }],
        withdrawn: [{ withdrawnFrom: today.subtract({ days: 6 }).toString() }],
      });
      const desk = await request('/desk/api/calendar', { headers: player }, mock.url, 'contract/openapi.desk.yaml');
      expect(desk.body.today).toBe(today.toString());
    },
  );

  test('a preferred success is that of the request, and a cache keeps it apart', async () => {
    expect((await submit(other, { ...newPlayer(), Prefer: 'code=201' })).body.reference).toBe('Psalm 23:1');
    for (const headers of [{}, { Prefer: 'code=200' }]) {
      const chapter = await request('/api/chapters/JHN/11', { headers });
      expect([chapter.body.verses.length, chapter.body.verses[34]]).toEqual([57, 'Jesus wept.']);
      expect(chapter.headers.get('Vary')?.split(', ')).toContain('Prefer');
    }
  });
});

test.each([
  ['any token', 201, () => submit(submission)],
  ['the scheme in lower case', 201, () => submit(submission, { Authorization: 'bearer x' })],
  ['no token', 401, () => submit(submission, {})],
  ['an empty token', 401, () => submit(submission, { Authorization: 'Bearer ' })],
])('a token is what the service takes for one: %s: %i', async (_title, status, respond) => {
  expect((await respond()).status).toBe(status);
});

test.each([
  ['a token that is no JWT', async () => 'anything', 200],
  ['a JWT without roles', () => token('ann'), 200],
  ['a JWT with the role', () => token('ann', { roles: ['calendar-viewer'] }), 200],
  ['a JWT with an empty list of roles', () => token('ann', { roles: [] }), 403],
])("the operator's desk with %s", async (_title, authorization, status) => {
  const headers = { Authorization: `Bearer ${await authorization()}` };
  const response = await request('/desk/api/calendar', { headers }, mock.url, 'contract/openapi.desk.yaml');
  expect(response.status).toBe(status);
});

describe('a player', () => {
  const facts = async (player: Record<string, string>, from = request) =>
    (await from(eligibility, { headers: player })).body;
  const list = async (player: Record<string, string>, from = request) =>
    (await from('/api/submissions', { headers: player })).body.submissions;

  test('who has submitted is on cooldown until it ends, and finds the submission in the list', async () => {
    const player = newPlayer();
    expect(await facts(player)).toEqual({ maySubmit: true, solvedToday: true, accepting: true });
    expect(await list(player)).toEqual([]);
    const { scheduledDate } = (await submit(submission, player)).body;
    now = exampleNow.add({ hours: 1 });
    const cooldownEndsAt = exampleNow.add(cooldown).toString({ fractionalSecondDigits: 3 });

    const { status, headers, body } = await submit(other, player);
    expect({ status, body }).toEqual({ status: 429, body: { error: 'Cooldown active', cooldownEndsAt } });
    expect(Number(headers.get('Retry-After'))).toBe(cooldown.total('seconds') - 3600);
    expect(await facts(player)).toEqual({ maySubmit: false, solvedToday: true, accepting: true, cooldownEndsAt });
    const submittedAt = exampleNow.toString({ fractionalSecondDigits: 3 });
    const verse = { bookId: 'JHN', chapter: 3, verse: 16, reference: 'John 3:16' };
    expect(await list(player)).toEqual([{ scheduledDate, ...verse, submittedAt }]);

    now = exampleNow.add(cooldown);
    expect((await submit(other, player)).status).toBe(201);
    expect(await list(player)).toMatchObject([{ reference: 'Psalm 23:1' }, { reference: 'John 3:16' }]);
  });

  test('of simultaneous submissions, one is scheduled', async () => {
    const player = newPlayer();
    const responses = await Promise.all(Array.from({ length: 10 }, () => submit(submission, player)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(429)]);
  });

  test('who repeats the Idempotency-Key gets the 201 again, but not for another verse', async () => {
    const player = { ...newPlayer(), 'Idempotency-Key': 'a-key' };
    const first = await submit(submission, player);
    now = exampleNow.add({ hours: 48 });
    await expect(submit(submission, player)).resolves.toMatchObject({ status: 201, text: first.text });
    expect((await submit(other, player)).status).toBe(429);
    expect((await submit(submission, { ...player, 'Idempotency-Key': 'another' })).status).toBe(429);
    expect(await list(player)).toHaveLength(1);
  });

  test('who prefers an error has submitted nothing', async () => {
    const player = newPlayer();
    await submit(submission, { ...player, Prefer: 'code=429' });
    await expect(facts(player)).resolves.toMatchObject({ maySubmit: true });
  });

  test('who prefers 201 has submitted, and gets it on cooldown and without a token too, without the headers of the 429 and 401', async () => {
    const player = newPlayer();
    for (const [verse, of] of [[submission, player] as const, [other, player] as const, [submission, {}] as const]) {
      const { status, headers } = await submit(verse, { ...of, Prefer: 'code=201' });
      const others = ['Retry-After', 'WWW-Authenticate'].map((name) => headers.get(name));
      expect([status, ...others, headers.get('Preference-Applied')]).toEqual([201, null, null, 'code=201']);
    }
    expect(await list(player)).toHaveLength(1);
  });

  test('with --stateless always may submit, and finds the example in the list', async () => {
    const stateless = await startMock(0, '127.0.0.1', () => now, true);
    const from = async (target: string, init: RequestInit = {}) => await request(target, init, stateless.url);
    const player = newPlayer();
    for (const verse of [submission, other]) {
      expect((await from(path, { method, headers: player, body: verse })).status).toBe(201);
      expect(await facts(player, from)).toEqual({ maySubmit: true, solvedToday: true, accepting: true });
      expect(await list(player, from)).toMatchObject([{ reference: 'John 3:16' }, { reference: 'Psalm 23:1' }]);
    }
    await stateless.close();
  });
});

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
  for (const word of ['Bearer', '--stateless', 'Prefer: code=429', 'Prefer: wait=3']) expect(text).toContain(word);
});

test.each(contractFiles)('%s is there, as YAML and as JSON', async (file) => {
  expect((await send(`/${nameOf(file)}.yaml`)).text).toBe(await readFile(join(root, file), 'utf8'));
  expect((await send(`/${nameOf(file)}.json`)).body).toEqual(readContract(file));
});

describe('a page of any origin', () => {
  const Origin = 'http://localhost:5173';

  test('may send the headers of a submission and a preference', async () => {
    const wanted = 'authorization,content-type,idempotency-key,prefer';
    const { status, headers } = await send(path, {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': wanted },
    });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method);
    expect(headers.get('Access-Control-Allow-Headers')).toBe(wanted);
  });

  test.each(['code=429', 'code=418'])('may read %s with the id of its request', async (preference) => {
    const sent = { Origin, Prefer: preference, 'X-Request-Id': 'a-name' };
    const { headers } = await send(path, { method, headers: sent });
    expect(headers.get('X-Request-Id')).toBe('a-name');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual([...exposedHeaders, 'Preference-Applied']);
  });
});

describe('npm run mock', () => {
  const run = (...args: string[]) => new RunningScript(root, ['scripts/mock.ts', ...args]);

  test('prints its URL, listens on --host, tells the time of this machine, and forgets with --stateless', async () => {
    const script = run('--host', '127.0.0.2', '--port', '0', '--stateless');
    const [url] = await script.printed(/http:\/\/\S+/);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    const init = { method, headers: newPlayer(), body: submission };
    expect([(await send(path, init, url)).status, (await send(path, init, url)).status]).toEqual([201, 201]);
    const { body } = await send(eligibility, { headers: { Prefer: 'code=200' } }, url);
    const left = Temporal.Now.instant().until(body.cooldownEndsAt).total('seconds');
    expect(left).toBeGreaterThan(cooldown.total('seconds') - 60);
    expect(left).toBeLessThanOrEqual(cooldown.total('seconds'));
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
    ['--host=', 'It must be a name or an address of this machine, such as 127.0.0.1'],
    ['--port=65536', 'It must be an integer from 0 to 65535; 0 takes any free port.'],
  ])('rejects %s', async (option, message) => {
    const script = run(option);
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toContain(message);
  });
});
