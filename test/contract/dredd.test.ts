import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, jest, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { casesOf } from '../../contract/dredd/cases.ts';
import { withEndpoint } from '../../contract/dredd/endpoint.ts';
import { suiteOf } from '../../contract/dredd/suites.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { urlOf } from '../../src/http/listen.ts';
import { root } from '../../src/root.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';
import { TestService, testSecret, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

/** As package.json has it: Dredd's dependencies use deprecated parts of Node. */
const noWarnings = ['--disable-warning=DEP0060', '--disable-warning=Warning'];

/** Starts `npm run dredd` with options and environment variables. */
function start(args: readonly string[] = [], env: Record<string, string> = {}): RunningScript {
  return new RunningScript(root, [...noWarnings, 'scripts/dredd.ts', ...args], env);
}

/** Serves requests on a free port of this machine. */
async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

test('Ctrl-C leaves nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-test-'));
  const run = start([], { TMPDIR: directory });
  await run.printed(/^pass/m, 200_000);
  const [data = ''] = await readdir(directory);
  const postgres = Number.parseInt(await readFile(join(directory, data, 'postgres/postmaster.pid'), 'utf8'), 10);
  expect(isAlive(postgres)).toBe(true);
  await expect(run.kill('SIGINT')).resolves.toBe(1);
  expect(run.stderr).toContain('Interrupted by SIGINT\n');
  await ended(postgres);
  await expect(readdir(directory)).resolves.toEqual([]);
  await rm(directory, { recursive: true });
});

test('of a running service below a path of a proxy, everything that breaks nothing is tested; no row is left or changed', async () => {
  await using service = await TestService.start({ env: { PAGES: 'false' } });
  const { database } = service;
  await service.solve(['another', 'reader 1']);
  await insertSubmission(database, { user: 'another', date: '2026-12-24' });
  await insertSubmission(database, { user: 'reader 1', date: '2000-01-01' });
  const rows = () =>
    database.query(
      `select (select jsonb_agg(to_jsonb(d) order by id) from daily_completion d) as completions,
              (select jsonb_agg(to_jsonb(s) order by id) from scheduled_submission s) as submissions,
              (select count(*)::int from calendar_change) as changes`,
    );
  const before = await rows();
  const ids: unknown[] = [];
  await using proxy = await serve(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (headers['x-request-id'] !== undefined) ids.push(headers['x-request-id']);
    const sent = request(service.url + url.replace('/verses', ''), { method, headers });
    incoming.pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 0, { ...response.headers, Server: 'nginx', Via: '1.1 proxy' });
    response.pipe(outgoing);
  });
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: testSecret };

  const run = start(['--endpoint', `${proxy.url}/verses`], env);
  expect(await run.exitCode).toBe(0);
  const passed = [...run.stdout.matchAll(/^pass: (.*) duration: /gm)].map(([, name]) => name);
  const skipped = [...run.stdout.matchAll(/^ {2}(.*)$/gm)].map(([, name]) => name);
  expect([...passed, ...skipped].toSorted()).toEqual(
    casesOf(readContract(), undefined, suiteOf('openapi.yaml').cases)
      .map(({ name }) => name)
      .toSorted(),
  );
  // Each 201 is replayed.
  expect(ids.length - new Set(ids).size).toBe(passed.filter((name) => /submit-verse 201/.test(`${name}`)).length);
  expect(skipped.filter((name) => !/500$/.test(`${name}`))).toEqual(['400 BadRequest']);
  await expect(rows()).resolves.toEqual(before);

  Object.assign(process.env, env);
  const rejected = withEndpoint({ url: service.url, token: await token('another') }, async () => {});
  await expect(rejected).rejects.toThrow(
    'The player "another" of the token has rows in the database, which the run would delete: use the token of a player without any',
  );
  for (const name of Object.keys(env)) delete process.env[name];
  await expect(rows()).resolves.toEqual(before);
});

test('of another implementation, which has one operation, with a wrong text and a wrong order and few headers, what is wrong is a few lines', async () => {
  await using foreign = await serve(async (incoming, outgoing) => {
    const respond = (status: number, error: string, headers = {}) =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    const body = await text(incoming);
    if (incoming.url !== submitVerseOperation.path) return respond(404, 'Not found');
    if (incoming.method !== 'POST') return respond(405, 'Method not allowed', { Allow: 'GET' });
    if (body.length > submitVerseOperation.maxBodyBytes) return respond(413, 'Request body too large');
    if (!incoming.headers.authorization?.startsWith('Bearer e')) {
      return respond(401, 'Unauthorized', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!body.endsWith('}')) return respond(400, 'Invalid JSON body');
    if (JSON.parse(body).localDate === '2000-01-01') return respond(403, 'Solve the puzzle first');
    return respond(400, 'A valid localDate (YYYY-MM-DD) is required');
  });
  const run = start(['--endpoint', foreign.url, '--token', await token('staging')]);
  expect(await run.exitCode).toBe(1);
  const absent = operationsOf(readContract()).flatMap(({ name }) =>
    name === 'POST /api/submit-verse' ? [] : `  ${name}`,
  );
  expect(run.stdout).toContain("\nSkipped, since each needs the service's DATABASE_URL in the environment:\n");
  expect(run.stderr.replaceAll(/\(\d+\): .*, …/g, '(many)')).toBe(
    `Operations that are not there (404 to each request):
${absent.join('\n')}
Status, body or order:
  body/error is "Solve the puzzle first" instead of "Solve today's puzzle first" (1): POST /api/submit-verse 403
  the status is 413 instead of 401 (1): POST /api/submit-verse 401 before 413
Headers, the only faults of 10:
  the header Cache-Control is missing (many)
  the header X-Request-Id is missing (many)
  the header Allow is "GET" instead of "POST" (1): 405 MethodNotAllowed
`,
  );
});

test.each<[string, string[], string]>([
  [
    'another protocol',
    ['--endpoint', 'ftp://localhost'],
    "error: option '--endpoint <url>' argument 'ftp://localhost' is invalid. It must be an http or https URL without a query, such as https://staging.example.\n",
  ],
  ['a token without a service', ['--token', 'x'], 'error: --token needs --endpoint\n'],
])('an error is one line that says what to change: %s', async (_, args, message) => {
  const run = start(args);
  expect(await run.exitCode).toBe(1);
  expect(run.stdout).toBe('');
  expect(run.stderr.startsWith(message)).toBe(true);
});

test("Dredd's own command names the one that starts a service", async () => {
  const dredd = createRequire(join(root, 'contract/dredd/dredd.ts')).resolve('dredd/bin/dredd');
  const run = new RunningScript(root, [...noWarnings, dredd]);
  expect(await run.exitCode).toBe(1);
  expect(run.stdout + run.stderr).toBe(
    'Run `npm run dredd`: the hooks need the service that it starts, or the one that its --endpoint names\n',
  );
});

test.each<[string, string | undefined, string]>([
  ['no service responds', undefined, 'http://127.0.0.1:2 does not respond: connect ECONNREFUSED 127.0.0.1:2'],
  ['a token that is no JWT', 'x', '--token must be a JWT, and its `sub` the id of a player'],
])('so is that of an endpoint: %s', async (_, token, message) => {
  const run = withEndpoint({ url: 'http://127.0.0.1:2', token }, async () => {});
  await expect(run).rejects.toMatchObject({ message });
});
