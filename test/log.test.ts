import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createOrm } from '../src/database/orm.ts';
import { submitVerseOperation } from '../src/generated/operations.ts';
import { createLogger } from '../src/log.ts';
import { root } from '../src/root.ts';
import { createTestDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { RunningScript } from './support/process.ts';
import { RawConnection, requestRaw } from './support/raw-http.ts';
import { TestService, token, validSubmission } from './support/service.ts';

const { method, path } = submitVerseOperation;

let service: TestService;
let lines: string[] = [];
beforeAll(async () => {
  service = await TestService.start({ logger: createLogger('trace', { write: (line) => lines.push(line) }) });
  await service.solve(['ann', 'bob']);
  // A submission that gets this far fails unexpectedly, and the database's error contains the
  // rejected row.
  await service.database.query('alter table scheduled_submission add check (false) not valid');
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  lines = [];
});

function logged(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line, bytesAsText));
}

/** Bytes are logged as lists of numbers, which could hide anything. */
function bytesAsText(_key: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
  return type === 'Buffer' && data ? Buffer.from(data).toString('latin1') : value;
}

async function untilLogged(): Promise<void> {
  await eventually('the log line of the response', () => logged().some(({ msg }) => msg === 'request completed'));
}

describe('the lines of a request', () => {
  test.each([
    ['with a response', 'eve', ['request completed']],
    ['that fails', 'ann', ['request failed', 'request completed']],
  ])('%s are JSON and have its id', async (_title, user, messages) => {
    await service.submit(user);
    const { requestId } = logged()[0] ?? {};
    expect(requestId).toEqual(expect.stringMatching(/./));
    expect(logged()).toMatchObject(messages.map((msg) => ({ msg, requestId })));
  });

  test('have the request and the status of the response', async () => {
    await service.submit('eve');
    const [line, ...others] = logged();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 30, method, route: path, status: 403, requestId: expect.any(String) });
    expect(line?.['duration']).toBeGreaterThan(0);
    expect(String(line?.['duration'])).toMatch(/^\d+(\.\d{1,3})?$/); // milliseconds
    expect(Object.keys(line ?? {})).not.toContain('traceparent');
  });

  test.each([
    ['an operation', method, path, path],
    ['another method of its path', 'GET', path, path],
    ['the page', 'GET', '/docs?token=a', '/docs'],
    ['an unknown path', 'GET', '/docs/a-secret', undefined],
    ['a longer path', 'POST', `${path}/a-secret`, undefined],
  ])('name the route of %s', async (_title, method, target, route) => {
    await fetch(service.url + target, { method });
    expect(logged().map((line) => line['route'])).toEqual([route]);
    expect(lines.join()).not.toMatch(/secret|token/);
  });

  test('name the trace that the request belongs to', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await service.submit('eve', validSubmission, { traceparent });
    expect(logged()).toMatchObject([{ traceparent }]);
  });

  test('have the user at the levels debug and trace only', async () => {
    await service.submit('eve');
    expect(logged()).toMatchObject([{ userId: 'eve' }]);

    const atInfo: string[] = [];
    await using quiet = await TestService.start({
      logger: createLogger('info', { write: (line) => atInfo.push(line) }),
    });
    atInfo.length = 0; // the lines of the start
    await quiet.solve('ann');
    const statuses = [await quiet.submit('ann'), await quiet.submit('ann'), await quiet.submit('eve')];
    expect(statuses.map(({ status }) => status)).toEqual([201, 429, 403]);
    expect(atInfo).toHaveLength(statuses.length);
    expect(atInfo.join()).not.toMatch(/userId|"ann"|"eve"/);
  });

  test('have its id even if the client disconnects', async () => {
    using connection = new RawConnection(service);
    const headers = { Authorization: `Bearer ${await token('ann')}`, 'Content-Length': '9' };
    const response = connection.request(method, path, headers, '{');
    await setTimeout(100);
    connection.reset();
    await expect(response).rejects.toThrow();
    await untilLogged();
    expect(logged()).toContainEqual(expect.objectContaining({ msg: 'connection failed' }));
    for (const line of logged()) expect(line).toHaveProperty('requestId', expect.any(String));
  });
});

test('a full calendar is the reason in the line of its 500, and no further line', async () => {
  const log: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => log.push(JSON.parse(line)) });
  const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' };
  await using full = await TestService.start({ logger, env });
  await full.solve(['ann', 'bob']);
  log.length = 0; // the lines of the start
  expect([(await full.submit('ann')).status, (await full.submit('bob')).status]).toEqual([201, 500]);
  expect(log).toMatchObject([{ status: 201 }, { status: 500, reason: 'calendar full', requestId: expect.any(String) }]);
  expect(log[0]).not.toHaveProperty('reason');
});

test('the last line is written even if the process ends at once', async () => {
  const log = pathToFileURL(join(root, 'src/log.ts')).href;
  const program = `const { createLogger } = await import('${log}'); createLogger('info').info('the last'); process.exit(0);`;
  const script = new RunningScript('.', ['--input-type=module', '--eval', program]);
  expect(await script.exitCode).toBe(0);
  expect(script.stdout).toContain('"msg":"the last"');
});

describe('of an error, a line has', () => {
  function described(err: unknown): { message: string; stack?: string; cause?: unknown } {
    const written: string[] = [];
    createLogger('info', { write: (line) => written.push(line) }).error({ err }, 'failed');
    return JSON.parse(written[0] ?? '').err;
  }

  test.each([
    ['an error', (text: string) => described(new Error(text))],
    ['a cause', (text: string) => described(new Error('failed', { cause: new Error(text) })).cause],
    ['a value that is not an error', (text: string) => described(text)],
  ])('at most 500 bytes of the reason: %s', (_title, describe) => {
    const { message } = describe('é'.repeat(1_000)) as { message: string };
    expect(message).toBe('é'.repeat(250));
    expect(JSON.stringify(describe(`a${'é'.repeat(1_000)}`))).not.toContain('\ufffd');
    expect(JSON.stringify(describe('é'.repeat(1_000)))).not.toContain('é'.repeat(251));
  });

  test('five of its causes, even if they form a circle', () => {
    const error = new Error('first', { cause: new Error('second') });
    (error.cause as Error).cause = error;
    const messages: string[] = [];
    for (let each = described(error); each !== undefined; each = each.cause as typeof each) messages.push(each.message);
    expect(messages).toEqual(['first', 'second', 'first', 'second', 'first', 'second']);
  });

  test.each([
    ['each call', '\n    at one (a.ts:1:2)\n    at two (b.ts:3:4)', '    at one (a.ts:1:2)\n    at two (b.ts:3:4)'],
    ['no call', '', undefined],
  ])('a line of the stack for %s, without the message', (_title, calls, stack) => {
    const error = new Error('failed\nfor a secret    at a place');
    error.stack = `${String(error)}${calls}`;
    expect(described(error)).toEqual({ name: 'Error', message: 'failed', stack });
  });

  test('neither the row nor the statement', async () => {
    const reader = await createTestDatabase();
    const orm = createOrm(reader.url, 1, pino({ level: 'silent' }));
    const insert = `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
                    values ('a secret', 'JHN', 3, 16, '2026-12-01')`;
    await orm.em.execute(insert);
    const err = await orm.em.execute(insert).catch((error: unknown) => error);
    await orm.close();
    await reader.drop();
    const { message, ...rest } = described(err);
    expect(message).toMatch(/^(duplicate key value|conflicting key value) violates /);
    expect(rest).toMatchObject({ code: expect.stringMatching(/^23/), stack: expect.stringMatching(/^ {4}at /) });
    expect(JSON.stringify(rest)).not.toMatch(/secret|values|key value/);
  });
});

describe('no line at any level contains', () => {
  const secret = 'a word of the body';
  const body = { ...validSubmission, note: secret };

  async function expectNothingLoggedOf(...secrets: string[]): Promise<void> {
    await untilLogged();
    for (const part of secrets) expect(JSON.stringify(logged())).not.toContain(part);
  }

  test.each([
    ['that passes', 'eve', (good: string) => good],
    ['of a request that fails', 'ann', (good: string) => good],
    ['that is expired', 'ann', async () => await token('ann', { exp: 1 })],
    ['whose signature is wrong', 'ann', (good: string) => `${good.slice(0, -2)}AA`],
    ['that is incomplete', 'ann', (good: string) => good.split('.').slice(0, 2).join('.')],
  ])('a token %s, or part of it', async (_title, user, spoil) => {
    const sent = await spoil(await token(user));
    await service.submit({ Authorization: `Bearer ${sent}` });
    await expectNothingLoggedOf(...sent.split('.'));
  });

  test('a token of a request that is malformed after its headers', async () => {
    const good = await token('ann');
    const headers = { Authorization: `Bearer ${good}`, 'Transfer-Encoding': 'chunked' };
    await Promise.allSettled([requestRaw(service, method, path, headers, secret)]);
    await expectNothingLoggedOf(...good.split('.'), secret);
  });

  test('a token in the query', async () => {
    const good = await token('ann');
    await requestRaw(service, method, `${path}?access_token=${good}`);
    await expectNothingLoggedOf(...good.split('.'));
  });

  test.each([
    ['that is read', 'eve', JSON.stringify(body)],
    ['of a request that fails', 'ann', JSON.stringify(body)],
    ['that is not JSON', 'eve', `{"note": ${secret}}`],
    ['with a localDate that is rejected', 'eve', JSON.stringify({ ...body, localDate: secret })],
    ['with a verse that is rejected', 'ann', JSON.stringify({ ...body, bookId: secret })],
  ])('a body %s', async (_title, user, sent) => {
    await service.submit(user, sent);
    await expectNothingLoggedOf(secret, validSubmission.bookId);
  });
});
