import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { type Case, casesOf } from '../../contract/dredd/cases.ts';
import { type LocalServer, serve } from '../../contract/dredd/proxy.ts';
import { testedContracts } from '../../contract/dredd/suites.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, testSecret, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

const operations = operationsOf(readContract()).map(({ name }) => name);
const everyOperation = testedContracts.flatMap((file) => operationsOf(readContract(file)).map(({ name }) => name));
const cases = casesOf(readContract());
const names = (which: (each: Case) => boolean) => cases.filter(which).map(({ name }) => name);

const all = names(() => true).toSorted();

/** The operations of which the tests know what each case needs. An operation that joins them can need something else. */
const chapters = 'GET /api/chapters/{bookId}/{chapter}';
const knownOperations = ['POST /api/submit-verse', 'GET /api/eligibility', 'GET /api/submissions', chapters];
const isKnown = (name: string) =>
  /^\d/.test(name) || knownOperations.some((operation) => name.startsWith(`${operation} `));
const ofKnown = (groups: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(groups).map(([group, cases]) => [group, cases.filter(isKnown)]));

const needOwn = names(({ provoked }) => provoked.some(({ status }) => status === '500'));
const needOwnFiles = needOwn.filter((name) => name.startsWith(`${chapters} `));
const needOwnDatabase = needOwn.filter((name) => !needOwnFiles.includes(name));
const needDirectConnection = ['400 BadRequest'];
const needRows = [
  'POST /api/submit-verse 201',
  'POST /api/submit-verse 400 InvalidVerse',
  'POST /api/submit-verse 429',
  'POST /api/submit-verse 403 before 429',
  'POST /api/submit-verse 429 before 400 InvalidVerse',
];
const needTokenAtMost = names(
  ({ name }) => isKnown(name) && ![...needOwn, ...needDirectConnection, ...needRows].includes(name),
);
const needNothing = names(
  ({ name, expected: { operation, status } }) =>
    needTokenAtMost.includes(name) && (operation === undefined || operation === chapters || status === '401'),
);
const needToken = needTokenAtMost.filter((name) => !needNothing.includes(name));

const needs = {
  token: 'a token (--token TOKEN, or AUTH_JWT_SECRET in the environment)',
  database: "the service's DATABASE_URL in the environment",
  direct: 'a connection without a proxy in between, as to a service that the run starts (no --endpoint)',
  ownDatabase: 'a database that it may fill or break: run without --endpoint',
  ownFiles: 'files that it may hide: run without --endpoint',
};
/** What no run with --endpoint can do. */
const alwaysSkipped = {
  [needs.ownDatabase]: needOwnDatabase,
  [needs.ownFiles]: needOwnFiles,
  [needs.direct]: needDirectConnection,
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
  const { stdout, stderr } = run;
  const named = (pattern: RegExp) => [...stdout.matchAll(pattern)].map(([, name = '']) => name);
  const skipped = Object.fromEntries(
    [...stdout.matchAll(/^Skipped, since each needs (.*):\n((?: {2}.*\n)+)/gm)].map(([, need = '', names = '']) => [
      need,
      names.trim().split(/\n */),
    ]),
  );
  const passed = named(/^pass: (.*) duration: /gm);
  const failed = [...new Set(named(/^fail: (.*) duration: /gm))]; // Dredd lists them again at the end
  return { exitCode, stdout, stderr, passed, failed, skipped, shown: [...passed, ...Object.values(skipped).flat()] };
}

describe('a running service', () => {
  let service: TestService;
  beforeAll(async () => {
    // The proxies below forward the API's JSON only.
    service = await TestService.start({ desk: true, env: { PAGES: 'false' } });
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
              (select jsonb_agg(to_jsonb(s) order by id) from scheduled_submission s) as submissions,
              (select count(*)::int from blocked_date) as blocked,
              (select count(*)::int from calendar_pause) as pauses,
              (select count(*)::int from calendar_change) as changes`,
    );

  const variables = () => ({ DATABASE_URL: service.database.url, AUTH_JWT_SECRET: testSecret });

  test('without a token, only what needs none is tested; the rest is listed as skipped. The service is below a path, and a proxy adds headers', async () => {
    await using proxy = await startReverseProxy('/verses', service.url);
    const { exitCode, passed, skipped, shown, stdout } = await dredd(['--endpoint', `${proxy.url}/verses`]);
    expect(exitCode).toBe(0);
    expect(ofKnown({ passed, ...skipped })).toEqual(
      ofKnown({
        passed: needNothing,
        [needs.token]: needToken,
        [`${needs.token} and ${needs.database}`]: needRows,
        ...alwaysSkipped,
      }),
    );
    expect(shown.toSorted()).toEqual(all);
    expect(stdout).toContain(`\n${passed.length} passed, 0 failed, ${all.length - passed.length} skipped\n`);
  });

  test('with a token, what needs no rows', async () => {
    const { exitCode, passed, skipped, shown } = await dredd([
      '--endpoint',
      service.url,
      '--token',
      await token('staging'),
    ]);
    expect(exitCode).toBe(0);
    expect(ofKnown({ passed, ...skipped })).toEqual(
      ofKnown({ passed: needTokenAtMost, [needs.database]: needRows, ...alwaysSkipped }),
    );
    expect(shown.toSorted()).toEqual(all);
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
    const { exitCode, skipped, shown } = await dredd(['--endpoint', service.url, ...args], env);
    expect({ exitCode, skipped }).toEqual({ exitCode: 0, skipped: alwaysSkipped });
    expect(shown.toSorted()).toEqual(all);
    await expect(rows()).resolves.toEqual(before);
  });

  describe("of the operator's desk", () => {
    const file = 'contract/openapi.desk.yaml';
    const deskNames = casesOf(readContract(file)).map(({ name }) => name);
    const needOwn = casesOf(readContract(file)).filter(({ name, provoked }) => {
      const isPause = name === 'PUT /desk/api/pause 200'; // meanwhile no player gets a date
      return isPause || provoked.some(({ status }) => status === '500');
    });
    const always = { [needs.ownDatabase]: needOwn.map(({ name }) => name) };
    const args = () => ['--endpoint', service.url, '--contract', file];

    test('without a token, what needs none', async () => {
      const { exitCode, passed, shown } = await dredd(args());
      expect(exitCode).toBe(0);
      expect(passed).toEqual(deskNames.filter((name) => / 401( before|$)/.test(name) && !/403|500|409/.test(name)));
      expect(shown.toSorted()).toEqual(deskNames.toSorted());
    });

    test('with the secret and the database, everything that breaks nothing; no row is left or changed', async () => {
      const { exitCode, skipped, shown } = await dredd(args(), variables());
      expect({ exitCode, skipped }).toEqual({ exitCode: 0, skipped: always });
      expect(shown.toSorted()).toEqual(deskNames.toSorted());
      await expect(rows()).resolves.toEqual(before);
    });
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
    await run.printed(/^pass: .* 201 /m, 200_000);
    await expect(run.kill('SIGINT')).resolves.toBe(1);
    expect(run.stderr).toBe('Interrupted by SIGINT\n');
    await expect(rows()).resolves.toEqual(before);
  });
});

describe('another implementation, which has one operation, and lacks most headers', () => {
  const operation = 'POST /api/submit-verse';
  let foreign: LocalServer;
  beforeAll(async () => {
    foreign = await startForeignService();
  });
  afterAll(async () => {
    await foreign[Symbol.asyncDispose]();
  });

  test.each([
    { what: 'every operation', args: [], absent: operations.filter((name) => name !== operation) },
    { what: 'one operation, with the responses of no operation at its path', args: ['--only', operation], absent: [] },
  ])('of $what, what is wrong is a few lines', async ({ args, absent }) => {
    const given = ['--endpoint', foreign.url, '--token', await token('staging'), ...args];
    const { exitCode, stdout, stderr, failed, skipped } = await dredd(given);
    const answered = failed.filter((name) => !absent.some((each) => name.startsWith(each)));
    const most = `(${answered.length - 1}): ${answered.slice(0, 3).join(', ')}, …`;
    expect(exitCode).toBe(1);
    expect(skipped).toHaveProperty([needs.database]);
    expect(stdout.includes('GET /api/')).toBe(absent.length > 0);
    expect(stderr.trimEnd().split('\n')).toEqual([
      ...(absent.length > 0 ? ['Operations that are not there (404 to each request):'] : []),
      ...absent.map((name) => `  ${name}`),
      'Status, body or order:',
      '  body/error must be equal to one of the allowed values (1): POST /api/submit-verse 403',
      '  the status is 413 instead of 401 (1): POST /api/submit-verse 401 before 413',
      `Headers, the only faults of ${answered.length - 2}:`,
      `  the header Cache-Control is missing ${most}`,
      `  the header X-Request-Id is missing ${most}`,
    ]);
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
      `error: option '--only <operation>' argument 'GET /other' is invalid. Allowed choices are ${everyOperation.join(', ')}.\n`,
    ],
    [
      'a contract that Dredd does not test',
      ['--contract', 'contract/openapi.admin.yaml'],
      `error: option '--contract <file>' argument 'contract/openapi.admin.yaml' is invalid. Allowed choices are ${testedContracts.join(', ')}.\n`,
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
function startForeignService(): Promise<LocalServer> {
  return serve(async (incoming, outgoing) => {
    const respond = (status: number, error: string, headers = {}) =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    const body = await text(incoming);
    if (incoming.url !== submitVerseOperation.path) return respond(404, 'Not found');
    if (incoming.method !== 'POST') return respond(405, 'Method not allowed', { Allow: 'POST' });
    if (body.length > submitVerseOperation.maxBodyBytes) return respond(413, 'Request body too large');
    if (!incoming.headers.authorization?.startsWith('Bearer e')) {
      return respond(401, 'Unauthorized', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!body.endsWith('}')) return respond(400, 'Invalid JSON body');
    if (JSON.parse(body).localDate === '2000-01-01') return respond(403, 'Solve the puzzle first');
    return respond(400, 'A valid localDate (YYYY-MM-DD) is required');
  });
}

/** Serves a service below a path, and names itself in headers. */
function startReverseProxy(path: string, target: string): Promise<LocalServer> {
  return serve(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const sent = request(target + url.slice(path.length), { method, headers });
    incoming.pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 0, { ...response.headers, Server: 'nginx', Via: '1.1 proxy' });
    response.pipe(outgoing);
  });
}
