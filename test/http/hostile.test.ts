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

test('what does not have the form of a localDate is rejected', async () => {
  const date = '2026-11-21';
  const bad = [`${date}\n`, `${date}T00:00:00Z`, `${date}${sqlInjection}`, 20261121, null, [date], { toString: date }];
  for (const localDate of bad) {
    const response = await service.submit('ann', { ...validSubmission, localDate });
    expect(response.body).toEqual(submitVerseResponses.invalidLocalDate.body);
  }
});

test('SQL is a valid user id, and is not executed', async () => {
  expect((await service.submit(sqlInjection)).status).toBe(403);
  await service.solve(sqlInjection);
  expect((await service.submit(sqlInjection)).status).toBe(201);
  expect(await service.submissions()).toMatchObject([{ user_id: sqlInjection }]);
});

test('paths that are not in the contract get a 404', async () => {
  const like = [`${path}/`, '/API/submit-verse', `${path}%00`, '/api%2Fsubmit-verse', `/api/..${path}`];
  for (const target of [...like, '//', '/%', '/api/__proto__', `/${'a'.repeat(8_000)}`]) {
    expect((await requestRaw(service, method, target, headers)).status).toBe(404);
  }
});

test('TRACE gets a 405 without an echo of the request', async () => {
  expect((await requestRaw(service, 'TRACE', path, headers)).status).toBe(405);
});

test('a header that names another method changes nothing', async () => {
  const override = { 'X-HTTP-Method-Override': method, 'X-HTTP-Method': method, 'X-Method-Override': method };
  expect((await service.request(path, { headers: { ...headers, ...override } })).status).toBe(405);
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
