import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readContract } from '../../contract/document.ts';
import { casesOf } from '../../contract/dredd/cases.ts';
import { startProxy } from '../../contract/dredd/proxy.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, testSecret, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const all = casesOf(readContract()).map(({ name }) => name);

const withoutToken = [
  'POST /api/submit-verse 401',
  'GET /api/eligibility 401',
  'GET /api/submissions 401',
  '404 NotFound',
  '405 MethodNotAllowed',
  'POST /api/submit-verse 401 before 400 InvalidJsonBody',
  'POST /api/submit-verse 401 before 413',
  'GET /api/eligibility 401 before 400',
];

const needRows = [
  'POST /api/submit-verse 201',
  'POST /api/submit-verse 400 InvalidVerse',
  'POST /api/submit-verse 429',
  'POST /api/submit-verse 403 before 429',
  'POST /api/submit-verse 429 before 400 InvalidVerse',
];

const needOwnDatabase = [
  'POST /api/submit-verse 500',
  'GET /api/eligibility 500',
  'GET /api/submissions 500',
  'POST /api/submit-verse 400 InvalidVerse before 500',
  'GET /api/eligibility 400 before 500',
  'GET /api/submissions 401 before 500',
];

const needDirectConnection = ['400 BadRequest'];

const except = (...names: string[]) => all.filter((name) => ![...names, ...needDirectConnection].includes(name));

const needs = {
  token: 'a token (--token TOKEN, or AUTH_JWT_SECRET in the environment)',
  database: "the service's DATABASE_URL in the environment",
  direct: 'a connection without a proxy in between, as to a service that the run starts (no --endpoint)',
  ownDatabase: 'a database that it may fill or break: run without --endpoint',
};

/** Runs `npm run dredd` with options and environment variables. */
function start(args: readonly string[], env: Record<string, string> = {}): RunningScript {
  // As package.json has it: Dredd's dependencies use deprecated parts of Node.
  const noWarnings = ['--disable-warning=DEP0060', '--disable-warning=Warning'];
  return new RunningScript(root, [...noWarnings, 'scripts/dredd.ts', ...args], env);
}

async function dredd(args: readonly string[], env: Record<string, string> = {}) {
  const run = start(args, env);
  const exitCode = await run.exitCode;
  const named = (pattern: RegExp) => [...run.stdout.matchAll(pattern)].map(([, name]) => name);
  return {
    exitCode,
    stdout: run.stdout,
    stderr: run.stderr,
    passed: named(/^pass: (.*) duration: /gm),
    skipped: Object.fromEntries(
      [...run.stdout.matchAll(/^Skipped, since each needs (.*):\n((?: {2}.*\n)+)/gm)].map(
        ([, need = '', names = '']) => [need, names.trim().split(/\n */)],
      ),
    ),
  };
}

describe('a running service', () => {
  let service: TestService;
  beforeAll(async () => {
    // The proxies below forward the API's JSON only.
    service = await TestService.start({ env: { PAGES: 'false' } });
    await service.solve(['another', 'reader 1']);
    for (const [user, date] of [
      ['another', '2026-12-24'],
      ['reader 1', '2000-01-01'],
    ] as const) {
      await insertSubmission(service.database, { user, date });
    }
    before = await rows();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  let before: unknown;
  const rows = () =>
    service.database.query(
      `select (select jsonb_agg(to_jsonb(d) order by id) from daily_completion d) as completions,
              (select jsonb_agg(to_jsonb(s) order by id) from scheduled_submission s) as submissions`,
    );

  const variables = () => ({ DATABASE_URL: service.database.url, AUTH_JWT_SECRET: testSecret });

  test('without a token, only what needs none is tested; the rest is listed as skipped', async () => {
    const run = await dredd(['--endpoint', service.url]);
    expect(run).toMatchObject({
      exitCode: 0,
      passed: withoutToken,
      skipped: {
        [needs.token]: except(...withoutToken, ...needRows, ...needOwnDatabase),
        [`${needs.token} and ${needs.database}`]: needRows,
        [needs.ownDatabase]: needOwnDatabase,
        [needs.direct]: needDirectConnection,
      },
    });
    expect(run.stdout).toMatch(/^8 passed, 0 failed, 22 skipped$/m);
  });

  test('with a token, what needs no rows', async () => {
    const run = await dredd(['--endpoint', service.url, '--token', await token('staging')]);
    expect(run).toMatchObject({
      exitCode: 0,
      passed: except(...needRows, ...needOwnDatabase),
      skipped: {
        [needs.database]: needRows,
        [needs.ownDatabase]: needOwnDatabase,
        [needs.direct]: needDirectConnection,
      },
    });
    await expect(rows()).resolves.toEqual(before);
  });

  test.each([
    [
      'a token',
      async () => ({ args: ['--token', await token('staging')], env: { DATABASE_URL: service.database.url } }),
    ],
    ["the service's secret", async () => ({ args: [], env: variables() })],
  ])('with %s and the database, everything that breaks nothing; no row is left or changed', async (_, given) => {
    const { args, env } = await given();
    const run = await dredd(['--endpoint', service.url, ...args], env);
    expect(run).toMatchObject({
      exitCode: 0,
      passed: except(...needOwnDatabase),
      skipped: { [needs.ownDatabase]: needOwnDatabase, [needs.direct]: needDirectConnection },
    });
    await expect(rows()).resolves.toEqual(before);
  });

  test('a player who has rows is rejected before any request: the run would delete them', async () => {
    const run = await dredd(['--endpoint', service.url, '--token', await token('another')], variables());
    expect(run).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr:
        'The player "another" of the token has rows in the database, which the run would delete: use the token of a player without any\n',
    });
    await expect(rows()).resolves.toEqual(before);
  });

  test("a database that is not the service's is rejected too", async () => {
    const run = await dredd(['--endpoint', service.url], {
      AUTH_JWT_SECRET: testSecret,
      DATABASE_URL: process.env['TEST_POSTGRES_URL'] ?? '',
    });
    expect(run).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'The database of DATABASE_URL cannot be used: relation "daily_completion" does not exist\n',
    });
  });

  test('Ctrl-C leaves no row behind', async () => {
    const run = start(['--endpoint', service.url], variables());
    await run.printed(/^pass: .* 201 /m);
    await expect(run.kill('SIGINT')).resolves.toBe(1);
    expect(run.stderr).toBe('Interrupted by SIGINT\n');
    await expect(rows()).resolves.toEqual(before);
  });

  test('a failure ends with 1, although others are skipped', async () => {
    await using proxy = await startProxy(service.url, ({ headers }) => headers.delete('Cache-Control'));
    const run = await dredd(['--endpoint', proxy.url]);
    expect(run).toMatchObject({ exitCode: 1, passed: [] });
    expect(run.stdout).toMatch(/^0 passed, 8 failed, 22 skipped$/m);
  });

  test('a service below a path, behind a proxy that adds its own headers', async () => {
    await using proxy = await startReverseProxy('/verses', service.url);
    const run = await dredd(['--endpoint', `${proxy.url}/verses`]);
    expect(run).toMatchObject({ exitCode: 0, passed: withoutToken });
  });
});

describe('another implementation, which has one operation, and lacks most headers', () => {
  const operation = 'POST /api/submit-verse';
  let foreign: Awaited<ReturnType<typeof startForeignService>>;
  beforeAll(async () => {
    foreign = await startForeignService();
  });
  afterAll(async () => {
    await foreign[Symbol.asyncDispose]();
  });

  const headers = [
    'Headers, the only faults of 10:',
    '  the header Cache-Control is missing (11): POST /api/submit-verse 400 InvalidJsonBody, POST /api/submit-verse 400 InvalidLocalDate, POST /api/submit-verse 401, …',
    '  the header X-Request-Id is missing (11): POST /api/submit-verse 400 InvalidJsonBody, POST /api/submit-verse 400 InvalidLocalDate, POST /api/submit-verse 401, …',
  ];

  test('what is wrong is a few lines', async () => {
    const { exitCode, stderr } = await dredd(['--endpoint', foreign.url, '--token', await token('staging')]);
    expect({ exitCode, lines: stderr.trimEnd().split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        'Operations that are not there (404 to each request):',
        '  GET /api/eligibility',
        '  GET /api/submissions',
        'Status, body or order:',
        '  body/error must be equal to one of the allowed values (1): POST /api/submit-verse 403',
        '  the status is 413 instead of 401 (1): POST /api/submit-verse 401 before 413',
        ...headers,
      ],
    });
  });

  test('--only tests its operation, and the responses of no operation at its path', async () => {
    const run = await dredd(['--endpoint', foreign.url, '--token', await token('staging'), '--only', operation]);
    expect(run.exitCode).toBe(1);
    expect(run.stdout).not.toContain('GET /api/');
    expect(run.stderr.split('\n')).toEqual(expect.arrayContaining(headers));
    expect(run.stderr).not.toContain('not there');
  });
});

describe('an error is one line that says what to change', () => {
  test.each([
    [
      'another protocol',
      ['--endpoint', 'ftp://localhost'],
      "error: option '--endpoint <url>' argument 'ftp://localhost' is invalid. It must be an http or https URL without a query, such as https://staging.example.\n",
    ],
    ['an unknown option', ['--hooks', 'x'], "error: unknown option '--hooks'\n"],
    [
      'an operation that the contract does not have',
      ['--only', 'GET /other'],
      "error: option '--only <operation>' argument 'GET /other' is invalid. Allowed choices are POST /api/submit-verse, GET /api/eligibility, GET /api/submissions.\n",
    ],
    ['a token without a service', ['--token', 'x'], 'error: --token needs --endpoint\n'],
    [
      'faults of a running service',
      ['--faults', '--endpoint', 'http://localhost'],
      "error: option '--faults' cannot be used with option '--endpoint <url>'\n",
    ],
  ])('%s: prints the usage too', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await dredd(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage: npm run dredd -- [options]');
    expect(stderr).toContain('--endpoint <url>');
  });

  test.each<[string, string[], Record<string, string>, string]>([
    [
      'no service responds',
      ['--endpoint', 'http://127.0.0.1:2'],
      {},
      'http://127.0.0.1:2 does not respond: connect ECONNREFUSED 127.0.0.1:2\n',
    ],
    [
      'a token that is no JWT',
      ['--endpoint', 'http://127.0.0.1:2', '--token', 'x'],
      {},
      '--token must be a JWT, and its `sub` the id of a player\n',
    ],
    [
      'a secret that is too short',
      ['--endpoint', 'http://127.0.0.1:2'],
      { AUTH_JWT_SECRET: 'x' },
      'AUTH_JWT_SECRET must be a secret of at least 32 bytes (HS256)\n',
    ],
  ])('%s', async (_, args, env, stderr) => {
    await expect(dredd(args, env)).resolves.toMatchObject({ exitCode: 1, stdout: '', stderr });
  });
});

/** Has an operation of the contract, with a wrong text and a wrong order. */
async function startForeignService() {
  const server = createServer(async (incoming, outgoing) => {
    const respond = (status: number, error: string, headers = {}) =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    const body = await text(incoming);
    if (incoming.url !== submitVerseOperation.path) return respond(404, 'Not found');
    if (incoming.method !== 'POST') return respond(405, 'Method not allowed', { Allow: 'POST' });
    if (body.length > submitVerseOperation.maxBodyBytes) return respond(413, 'Request body too large');
    if (/^Bearer e/.exec(incoming.headers.authorization ?? '') === null) {
      return respond(401, 'Unauthorized', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!body.endsWith('}')) return respond(400, 'Invalid JSON body');
    const { localDate } = JSON.parse(body);
    if (localDate === '2000-01-01') return respond(403, 'Solve the puzzle first');
    return respond(400, 'A valid localDate (YYYY-MM-DD) is required');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Serves a service below a path, and names itself in headers. */
async function startReverseProxy(path: string, target: string) {
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const sent = request(target + url.slice(path.length), { method, headers });
    incoming.pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 0, { ...response.headers, Server: 'nginx', Via: '1.1 proxy' });
    response.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
