import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { TestService, validSubmission } from '../support/service.ts';

const { method, path } = submitVerseOperation;
const allowed = ['https://puzzle.example', 'http://localhost:5173'];
const others = ['https://puzzle.example.evil.example', 'https://puzzle.example:8443', 'http://puzzle.example', 'null'];

/** One bookable date, which ann takes: then ann is on cooldown, and the calendar is full for others. */
const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2', CORS_ORIGINS: allowed.join(', ') };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ env });
  await service.solve(['ann', 'bob']);
  await service.submit('ann');
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The request that a browser sends first. It is no operation of the contract, and has no token. */
async function preflight(origin: string): Promise<Response> {
  return await fetch(service.url + path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
}

describe.each(allowed)('pages of %s', (Origin) => {
  test('may send a submission', async () => {
    const { ok, headers } = await preflight(Origin);
    expect(ok).toBe(true);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method);
    expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual(['authorization', 'content-type']);
    expect(headers.get('Access-Control-Max-Age')).toBe('600');
    expect(headers.get('Vary')).toContain('Origin');
  });

  test.each([
    ['400', () => service.submit('ann', '{', { Origin })],
    ['401', () => service.submit({}, validSubmission, { Origin })],
    ['403', () => service.submit('eve', validSubmission, { Origin })],
    ['404', () => service.request('/other', { headers: { Origin } })],
    ['405', () => service.request(path, { headers: { Origin } })],
    ['413', () => service.submit('ann', ' '.repeat(submitVerseOperation.maxBodyBytes + 1), { Origin })],
    ['429', () => service.submit('ann', validSubmission, { Origin })],
    ['500', () => service.submit('bob', validSubmission, { Origin })],
  ])('may read a %s, its Retry-After and its X-Request-Id', async (status, send) => {
    const response = await send();
    expect(response.status).toBe(Number(status));
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
    expect(response.headers.get('Vary')).toContain('Origin');
  });
});

describe.each(others)('pages of %s', (Origin) => {
  test('may send nothing', async () => {
    const { headers } = await preflight(Origin);
    expect([...headers.keys()]).not.toContainEqual(expect.stringMatching(/^access-control-/));
  });

  test('may read nothing', async () => {
    const { headers } = await service.submit('ann', validSubmission, { Origin });
    expect([...headers.keys()]).not.toContainEqual(expect.stringMatching(/^access-control-/));
    expect(headers.get('Vary')).toContain('Origin');
  });
});

test('without CORS_ORIGINS no page may read anything', async () => {
  await using closed = await TestService.start();
  const { headers } = await closed.submit('ann', validSubmission, { Origin: 'https://puzzle.example' });
  expect([...headers.keys()]).not.toContainEqual(expect.stringMatching(/^access-control-/));
});
