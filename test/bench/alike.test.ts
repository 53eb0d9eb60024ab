import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mixedLoad } from '../../bench/latency.ts';
import { load } from '../../bench/load.ts';
import { sendAtRate } from '../../bench/open-loop.ts';
import { has, measure, paths } from '../../bench/paths.ts';
import {
  clear,
  eligibilityPath,
  forgedTokenOf,
  localDate,
  newPlayers,
  solve,
  submission,
  submit,
  tokenOf,
} from '../../bench/players.ts';
import { type Server, startServer } from '../../bench/postgres.ts';
import { service, yardsticks } from '../../bench/programs.ts';
import { roomyHorizonDays, startTarget, type Target } from '../../bench/target.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import {
  getEligibilityOperation,
  listSubmissionsOperation,
  submitVerseOperation,
} from '../../src/generated/operations.ts';

let postgres: Server;
const targets: Target[] = [];

beforeAll(async () => {
  postgres = await startServer();
  for (const program of [service, ...yardsticks]) {
    targets.push(await startTarget(program, await postgres.createDatabase()));
  }
}, 60_000);

afterAll(async () => {
  for (const target of targets) await target[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const { database } of targets) {
    await clear(database);
    await solve(database, ['player', 'other']);
  }
});

/** `accepting` may be a second old. */
const acceptingMaxAgeMs = 1_100;
const asPlayer = { authorization: `Bearer ${tokenOf('player')}`, 'content-type': 'application/json' };
const verse = (members: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(submission), ...members });

/** The parts of a documented response that must be alike; what depends on the time is left out or rounded. */
async function comparableResponse(
  { name, origin }: Target,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Record<string, string>,
  body?: string,
) {
  const response = await fetch(new URL(path, origin), { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const documented = new Headers(response.headers);
  // Fastify and Express add a charset, which the contract does not have.
  if (name !== service.name)
    documented.set('Content-Type', (documented.get('Content-Type') ?? '').split(';', 1).join());
  assertDocumented(method, path.replace(/\?.*/, ''), { status: response.status, headers: documented, text });
  const retryAfter = response.headers.get('retry-after');
  // The yardsticks leave out `acceptingFrom`, which is optional: the benchmark does not read the facts of a full calendar.
  const { acceptingFrom: _, ...compared } = JSON.parse(text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, 'T'));
  return {
    status: response.status,
    type: response.headers.get('content-type')?.split(';')[0],
    cacheControl: response.headers.get('cache-control'),
    authenticate: response.headers.get('www-authenticate'),
    // The programs respond within a second of each other, but not within the same one.
    retryAfterDays: retryAfter === null ? null : Math.round(Number(retryAfter) / 86_400),
    requestId: /^[A-Za-z0-9._-]{1,64}$/.test(response.headers.get('x-request-id') ?? ''),
    policy: response.headers.get('content-security-policy'),
    body: compared,
  };
}

/** The service's response to a submission, after checking that the yardsticks return the same. */
async function responseOfAll(headers: Record<string, string>, body?: string) {
  return await sameResponse((target) => comparableResponse(target, submitVerseOperation, headers, body));
}

/** The service's response to a read, after checking that the yardsticks return the same. */
async function readOfAll(path: string, headers: Record<string, string> = asPlayer) {
  return await sameResponse((target) => comparableResponse(target, { method: 'GET', path }, headers));
}

async function sameResponse(responseOf: (target: Target) => ReturnType<typeof comparableResponse>) {
  const [first, ...others] = await Promise.all(targets.map(responseOf));
  for (const other of others) expect(other).toEqual(first);
  return first;
}

describe('the three programs return the same response:', () => {
  test.each<{
    title: string;
    headers: Record<string, string>;
    body: string | undefined;
    status: number;
    error: string;
  }>([
    { title: 'no token', headers: {}, body: submission, status: 401, error: 'Unauthorized' },
    {
      title: 'a forged token and a body that is not JSON',
      headers: { authorization: `Bearer ${forgedTokenOf('player')}` },
      body: '{',
      status: 401,
      error: 'Unauthorized',
    },
    { title: 'not JSON', headers: asPlayer, body: submission.slice(0, -1), status: 400, error: 'Invalid JSON body' },
    {
      title: 'too large',
      headers: asPlayer,
      body: verse({ more: 'x'.repeat(65_536) }),
      status: 413,
      error: 'Request body too large',
    },
    ...[undefined, '', 'null', '[]', '3', '{}', verse({ localDate: '21.11.2026' }), verse({ localDate: 20261121 })].map(
      (body) => ({
        title: `localDate is missing or malformed: ${body}`,
        headers: asPlayer,
        body,
        status: 400,
        error: 'A valid localDate (YYYY-MM-DD) is required',
      }),
    ),
    ...[verse({ localDate: '2026-02-31' }), verse({ localDate: '2026-11-20', verse: 37 })].map((body) => ({
      title: `not solved: ${body}`,
      headers: asPlayer,
      body,
      status: 403,
      error: "Solve today's puzzle first",
    })),
    {
      title: 'no such verse',
      headers: asPlayer,
      body: verse({ verse: 37 }),
      status: 400,
      error: 'verse must be an integer from 1 to 36: John 3 has 36 verses',
    },
    {
      title: 'no such book',
      headers: asPlayer,
      body: verse({ bookId: 'jhn' }),
      status: 400,
      error: 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case',
    },
    {
      title: 'a chapter that is not a number, and a malformed key',
      headers: { ...asPlayer, 'idempotency-key': 'two words' },
      body: verse({ chapter: '3' }),
      status: 400,
      error: 'chapter must be an integer from 1 to 21: John has 21 chapters',
    },
  ])('$title', async ({ headers, body, status, error }) => {
    expect(await responseOfAll(headers, body)).toMatchObject({ status, body: { error } });
  });

  test('201 for any Content-Type, the same 201 for the same key, 429 without it', async () => {
    const first = await responseOfAll(
      { ...asPlayer, 'content-type': 'text/plain', 'idempotency-key': 'a' },
      submission,
    );
    expect(first).toMatchObject({ status: 201, body: { reference: 'John 3:16' } });
    expect(await responseOfAll({ ...asPlayer, 'idempotency-key': 'a' }, verse({ verse: 37 }))).toEqual(first);
    for (const key of [{}, { 'idempotency-key': 'b' }]) {
      expect(await responseOfAll({ ...asPlayer, ...key }, submission)).toMatchObject({
        status: 429,
        retryAfterDays: 7,
        body: { error: 'Cooldown active' },
      });
    }
    const next = await responseOfAll({ ...asPlayer, authorization: `Bearer ${tokenOf('other')}` }, submission);
    expect(Date.parse(next?.body.scheduledDate)).toBe(Date.parse(first?.body.scheduledDate) + 86_400_000);
  });

  test('concurrent requests of one player: one 201, and 429 for the others', async () => {
    for (const target of targets) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => comparableResponse(target, submitVerseOperation, asPlayer, submission)),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect([target.name, ...statuses]).toEqual([target.name, 201, ...Array(19).fill(429)]);
    }
  });

  test('the first free date again after its submission is deleted', async () => {
    const { body } = (await responseOfAll(asPlayer, submission)) ?? {};
    for (const { database } of targets) await database.query('delete from scheduled_submission');
    expect((await responseOfAll(asPlayer, submission))?.body).toEqual(body);
  });
});

describe('the three programs return the same', () => {
  const list = listSubmissionsOperation.path;

  test.each([
    { title: 'list: 401 without a token', path: list, headers: {} },
    { title: 'eligibility: 401 without a token', path: eligibilityPath, headers: {} },
    {
      title: 'eligibility: 401 for a forged token and no localDate',
      path: getEligibilityOperation.path,
      headers: { authorization: `Bearer ${forgedTokenOf('player')}` },
    },
  ])('$title', async ({ path, headers }) => {
    expect(await readOfAll(path, headers)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
  });

  test('list: empty, then newest first', async () => {
    expect(await readOfAll(list)).toMatchObject({ status: 200, body: { submissions: [], withdrawn: [] } });
    for (const { database } of targets) {
      await database.query(`
        insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
        values ('player', 'PSA', 23, 1, '2026-01-09', now() - interval '14 days'),
          ('player', 'JHN', 3, 16, '2026-01-08', now() - interval '1 day'),
          ('other', 'GEN', 1, 1, '2026-01-10', now())`);
    }
    const { body } = (await readOfAll(list)) ?? {};
    expect(body.submissions).toMatchObject([
      { scheduledDate: '2026-01-08', reference: 'John 3:16' },
      { scheduledDate: '2026-01-09', reference: 'Psalm 23:1' },
    ]);
  });

  test('list: the latest 100 of 101', async () => {
    for (const { database } of targets) {
      await database.query(`
        insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
        select 'player', 'PSA', 23, 1, date '2020-01-01' + n, now() - n * interval '8 days' from generate_series(0, 100) as n`);
    }
    const { body } = (await readOfAll(list)) ?? {};
    expect(body.submissions).toHaveLength(100);
  });

  test.each([
    '',
    '?localDate',
    '?localDate=',
    '?localDate=21.11.2026',
    '?localDate=2026-11-211',
    `?localDate=${localDate}&localDate=${localDate}`,
    `?localdate=${localDate}`,
  ])('eligibility: 400 for %p', async (query) => {
    expect(await readOfAll(`${getEligibilityOperation.path}${query}`)).toMatchObject({
      status: 400,
      body: { error: 'A valid localDate (YYYY-MM-DD) is required' },
    });
  });

  test('eligibility: solved, with a member of the query that nobody knows', async () => {
    const body = { maySubmit: true, solvedToday: true, accepting: true };
    expect(await readOfAll(`${eligibilityPath}&more=1`)).toMatchObject({ status: 200, body });
  });

  test.each(['2026-11-20', '2026-02-31', '0000-01-01'])('eligibility: not solved on %s', async (date) => {
    const body = { maySubmit: false, solvedToday: false, accepting: true };
    const response = await readOfAll(`${getEligibilityOperation.path}?localDate=${date}`);
    expect(response?.body).toEqual(body);
  });

  test.each([
    { days: 1, maySubmit: false },
    { days: 8, maySubmit: true },
  ])('eligibility: day $days after a submission', async ({ days, maySubmit }) => {
    for (const { database } of targets) {
      await submit(database, ['player']);
      await database.query(
        `update scheduled_submission set created_at = date_trunc('hour', now()) - $1::integer * interval '1 day'`,
        [days],
      );
    }
    const { body } = (await readOfAll(eligibilityPath)) ?? {};
    expect(body).toEqual({
      maySubmit,
      solvedToday: true,
      accepting: true,
      ...(!maySubmit && { cooldownEndsAt: expect.any(String) }),
    });
  });

  test('a full calendar: 500, and not accepting', async () => {
    for (const { database } of targets) await submit(database, newPlayers(roomyHorizonDays));
    expect(await responseOfAll(asPlayer, submission)).toMatchObject({
      status: 500,
      body: { error: 'Failed to schedule submission' },
    });
    await setTimeout(acceptingMaxAgeMs);
    expect((await readOfAll(eligibilityPath))?.body).toEqual({ maySubmit: false, solvedToday: true, accepting: false });
    for (const { database } of targets) await clear(database);
    await setTimeout(acceptingMaxAgeMs);
    expect((await readOfAll(eligibilityPath))?.body).toEqual({ maySubmit: false, solvedToday: false, accepting: true });
  });
});

test('the row of the page has the files that the page loads', async () => {
  const target = targets[0] as Target;
  const [files = []] = await Promise.all(paths.flatMap((path) => path.files?.(target) ?? []));
  expect(files).toEqual([
    '/submit',
    '/submit/icon.svg',
    expect.stringMatching(/^\/submit\/page-.+\.css$/),
    expect.stringMatching(/^\/submit\/page-.+\.js$/),
  ]);
  const script = await fetch(new URL(files[3] ?? '', target.origin));
  expect(await script.text()).not.toMatch(/\bimport\b(?!\()/);
});

test.each(paths.map((path) => [path.name, path] as const))(
  'a round of the path %s measures the CPU of each program and its database',
  async (_, path) => {
    for (const target of targets.filter((one) => has(one, path))) {
      const { requestsPerSecond, cpu, databaseCpu } = await measure(
        {
          ...path,
          // Less than a round of the benchmark has: a second, or as many requests as it has players.
          prepare: async (one) => (await path.prepare(one)).slice(0, 640),
          ...(path.seconds && { seconds: 1 }),
        },
        target,
      );
      expect(requestsPerSecond).toBeGreaterThan(0);
      expect(cpu).toBeGreaterThan(0);
      if (path.status === 201) expect(databaseCpu).toBeGreaterThan(1);
    }
  },
  60_000,
);

test('the mixed load has its shares throughout, and gets its statuses from each program', async () => {
  for (const target of targets) {
    const requests = await mixedLoad(target.database, 400);
    for (let start = 0; start < requests.length; start += 20) {
      const statuses = requests.slice(start, start + 20).map(({ status }) => status);
      const shares = [200, 429, 403, 201].map((wanted) => statuses.filter((status) => status === wanted).length);
      expect(shares).toEqual([12, 5, 2, 1]);
    }
    const { latencies } = await sendAtRate(target, requests, 200);
    expect(latencies).toHaveLength(requests.length);
  }
}, 60_000);

test('a response with another status makes the run void', async () => {
  const [first] = targets as [Target];
  const stranger = { path: submitVerseOperation.path, token: tokenOf('stranger'), body: submission };
  await expect(load(first, [stranger], 201, { connections: 1 })).rejects.toThrow(
    `service should return 201 only, but there were 1 x 403`,
  );
});
