import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { casesOf } from '../../contract/dredd/cases.ts';
import { withEndpoint } from '../../contract/dredd/endpoint.ts';
import { root } from '../../src/root.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';
import { TestService, testSecret, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isLong, play } from './foreign/play.ts';
import { noWarnings, serveBehindProxy, start } from './foreign/run.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

test('Ctrl-C leaves nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-test-'));
  const run = start(['--verbose'], { TMPDIR: directory });
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

test("a run below a proxy's path tests all that breaks nothing, and leaves or changes no row", async () => {
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
  await using proxy = await serveBehindProxy(service.url);
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: testSecret };

  Object.assign(process.env, env);
  const results = await withEndpoint(proxy, (target) => play('openapi.yaml', target, (name) => !isLong(name)));
  expect([...results].filter(([, reason]) => reason !== undefined)).toEqual([]);
  const skipped = casesOf('openapi.yaml')
    .map(({ name }) => name)
    .filter((name) => !results.has(name) && !isLong(name));
  expect(skipped.filter((name) => !/500$|of (no|another) (iss|aud)$/.test(`${name}`)).toSorted()).toEqual([
    '400 BadRequest',
    'GET /api/eligibility in a full calendar',
    'GET /api/submissions with an unknown Expect',
  ]);
  await expect(rows()).resolves.toEqual(before);

  const rejected = withEndpoint({ url: service.url, token: await token('another') }, async () => {});
  await expect(rejected).rejects.toThrow(
    'The player "another" of the token has rows in the database, which the run would delete: use the token of a player without any',
  );
  for (const name of Object.keys(env)) delete process.env[name];
  await expect(rows()).resolves.toEqual(before);
});

test('a database of scratch is filled and broken, and whole again afterwards', async () => {
  await using service = await TestService.start({ env: { PAGES: 'false' } });
  Object.assign(process.env, { DATABASE_URL: service.database.url, AUTH_JWT_SECRET: testSecret });
  const results = await withEndpoint({ url: service.url, scratch: true }, (target) =>
    play('openapi.yaml', target, (name) => /500$|full calendar/.test(name)),
  );
  for (const name of ['DATABASE_URL', 'AUTH_JWT_SECRET']) delete process.env[name];
  expect([...results].filter(([, reason]) => reason !== undefined)).toEqual([]);
  expect([...results.keys()].filter((name) => !name.includes(' before '))).toEqual([
    'POST /api/submit-verse 500',
    'GET /api/eligibility 500',
    'GET /api/submissions 500',
    'GET /api/eligibility in a full calendar',
  ]);
  const [row] = await service.database.query('select count(*)::int as blocked from blocked_date');
  expect(row).toEqual({ blocked: 0 });
});

test.each<[string, string[], string]>([
  [
    'another protocol',
    ['--endpoint', 'ftp://localhost'],
    "error: option '--endpoint <url>' argument 'ftp://localhost' is invalid. It must be an http or https URL without a query, such as https://staging.example.\n",
  ],
  ['an option of --endpoint alone', ['--puzzle-token', 'x'], 'error: --puzzle-token needs --endpoint\n'],
])('an error is one line that says what to change: %s', async (_, args, message) => {
  const run = start(args);
  expect(await run.exitCode).toBe(1);
  expect(run.stdout).toBe('');
  expect(run.stderr.startsWith(message)).toBe(true);
});

test("Dredd's own command tests what needs no token, and ends with the command for the rest", async () => {
  await using service = await TestService.start({ env: { PAGES: 'false' } });
  const directory = await temporaryDirectory();
  const config = await readFile(join(root, 'dredd.yml'), 'utf8');
  await writeFile(join(directory, 'dredd.yml'), config.replace('http://127.0.0.1:3000', service.url));
  const dredd = createRequire(join(root, 'contract/dredd/dredd.ts')).resolve('dredd/bin/dredd');
  const run = new RunningScript(root, [...noWarnings, dredd, '--config', join(directory, 'dredd.yml')]);
  expect({ exitCode: await run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(run.stdout).toMatch(/: 10 passing, 0 failing, 0 errors, 14 skipped, 24 total.*\n.*\n.*npm run dredd.*\n$/);
  await rm(directory, { recursive: true });
});

test('a wrong secret is one line, before anything else', async () => {
  await using service = await TestService.start({ env: { PAGES: 'false' } });
  const run = start(['--endpoint', service.url], {
    AUTH_JWT_SECRET: 'another secret, which the service does not have',
  });
  expect(await run.exitCode).toBe(1);
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^http:\S+\/api\/submissions rejects the token \(401\) that AUTH_JWT_SECRET signs: .*\n$/);
});

test.each<[string, string | undefined, string]>([
  ['no service responds', undefined, 'http://127.0.0.1:2 does not respond: connect ECONNREFUSED 127.0.0.1:2'],
  ['a token that is no JWT', 'x', '--token must be a JWT, and its `sub` the id of a player'],
])('so is that of an endpoint: %s', async (_, token, message) => {
  const run = withEndpoint({ url: 'http://127.0.0.1:2', token }, async () => {});
  await expect(run).rejects.toMatchObject({ message });
});
