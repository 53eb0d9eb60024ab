import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { submitVerseOperation, submitVerseResponses } from '../../src/generated/operations.ts';
import { requestRaw } from '../support/raw-http.ts';
import { TestService, token, validSubmission } from '../support/service.ts';

const { method, path } = submitVerseOperation;
const sqlInjection = "'; drop table daily_completion, scheduled_submission cascade; --";

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await TestService.start();
  await service.solve('ann');
  headers = { Authorization: `Bearer ${await token('ann')}` };
});
afterAll(() => service[Symbol.asyncDispose]());

describe('localDate', () => {
  test.each(['2026-02-29', '2026-02-31', '0000-00-00', '9999-99-99'])(
    '%j has the right form, and counts as not solved',
    async (localDate) => {
      expect((await service.submit('ann', { ...validSubmission, localDate })).status).toBe(403);
    },
  );

  test.each<unknown>([
    '２０２６-１１-２１',
    '2026-11-21\n',
    '2026-11-21\0',
    '2026-11-21T00:00:00Z',
    '+002026-11-21',
    '2026-1-21',
    '',
    `2026-11-21${sqlInjection}`,
    20261121,
    null,
    ['2026-11-21'],
    { toString: '2026-11-21' },
  ])('%j does not have the right form', async (localDate) => {
    const response = await service.submit('ann', { ...validSubmission, localDate });
    expect(response.body).toEqual(submitVerseResponses.invalidLocalDate.body);
  });
});

describe('text that code might interpret', () => {
  test.each(['JHN\0', `JHN${sqlInjection}`, '__proto__', 'toString', ['JHN']])('%j is not a bookId', async (bookId) => {
    const response = await service.submit('ann', { ...validSubmission, bookId });
    expect(response.body).toEqual({ error: expect.stringMatching(/^bookId must be one of /) });
  });

  test('SQL is a valid user id, and is not executed', async () => {
    expect((await service.submit(sqlInjection)).status).toBe(403);
    await service.solve(sqlInjection);
    expect((await service.submit(sqlInjection)).status).toBe(201);
    expect(await service.submissions()).toMatchObject([{ user_id: sqlInjection }]);
  });
});

describe('a path that is not in the contract gets a 404', () => {
  test.each([
    '//',
    `${path}/`,
    '/api//submit-verse',
    '/API/submit-verse',
    `${path}s`,
    `${path}%00`,
    `${path}%2F`,
    '/api%2Fsubmit-verse',
    '/%',
    `/api/..${path}`,
    '/api/__proto__',
    `/${'a'.repeat(8_000)}`,
  ])('%.50s', async (target) => {
    expect((await requestRaw(service, method, target, headers)).status).toBe(404);
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])('also for %s', async (other) => {
    expect((await service.request('/api/other', { method: other })).status).toBe(404);
  });
});

describe('a method that the path does not have gets a 405', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s', async (other) => {
    const response = await service.request(path, { method: other, headers });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(method);
  });

  test('TRACE, without an echo of the request', async () => {
    expect((await requestRaw(service, 'TRACE', path, headers)).status).toBe(405);
  });

  test('even if a header names another method', async () => {
    const override = { 'X-HTTP-Method-Override': method, 'X-HTTP-Method': method, 'X-Method-Override': method };
    expect((await service.request(path, { headers: { ...headers, ...override } })).status).toBe(405);
  });
});

describe('input outside the contract has no effect', () => {
  test.each([
    ['an Accept that rejects JSON', { Accept: 'application/json;q=0, */*;q=0' }],
    ['an If-None-Match', { 'If-None-Match': '*' }],
    ['a Range', { Range: 'bytes=0-3' }],
    ['a cookie', { Cookie: 'user=eve' }],
    ['headers that name another user', { 'X-User-Id': 'eve', 'X-Forwarded-User': 'eve' }],
  ])('%s', async (_title, more) => {
    const response = await service.submit('nobody', validSubmission, more);
    expect(response.body).toEqual(submitVerseResponses.notSolvedToday.body);
  });

  test.each(['?', '?localDate=2026-11-21', '?__proto__[a]=b', '?%zz', `?access_token=x&${'a'.repeat(4_000)}`])(
    'the query %.40s',
    async (query) => {
      const response = await requestRaw(service, method, path + query, headers);
      expect(response.body).toEqual(submitVerseResponses.invalidLocalDate.body);
    },
  );

  test('a token in the query', async () => {
    const target = `${path}?access_token=${await token('ann')}`;
    expect((await requestRaw(service, method, target)).status).toBe(401);
  });
});
