import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { run } from '../image/base.ts';
import { readCalendar, solveAndSubmit } from '../image/story.ts';
import { eventually } from '../support/eventually.ts';
import { print } from '../support/figures.ts';
import { testSecret } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { findDocker } from './docker.ts';

const [url, adminUrl] = ['http://127.0.0.1:3000', 'http://127.0.0.1:3001'];

const program = spawnSync('docker', ['compose', 'version']).status === 0 ? 'docker compose' : 'docker-compose';
// A project of its own: a composition that already runs from this folder is not the test's.
const options = `--project-name=verse-submissions-test --file='${join(root, 'compose.yaml')}'`;
const compose = (...args: string[]) => run('sh', '-c', `${program} ${options} "$@"`, 'sh', ...args);

/** The commands that docs/deploying.md has for what comes after `docker compose up`. */
const document = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
const [, section = ''] = document.split('\n### After `docker compose up`\n');
const [tokens = '', backUpAndUpgrade = ''] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text);

/** Runs commands of the document for this composition, in a folder of the test. */
const fromDocument = (commands: string) =>
  run('sh', '-e', '-c', `cd '${folder}'; ${commands.replaceAll('docker compose', `${program} ${options}`)}`);

/** Runs commands of a shell in the service's container. */
const inService = (commands: string) => compose('exec', '-T', 'service', 'sh', '-c', commands);

/**
 * Reads what Docker knows of the container of one of the composition's services, also of a stopped
 * one.
 */
async function inspect(service: string, format: string): Promise<string> {
  return await run('docker', 'inspect', `--format=${format}`, await compose('ps', '--quiet', service));
}

/** Waits until the service is ready. */
async function ready(): Promise<void> {
  const probe = () => fetch(`${adminUrl}/readyz`).catch(() => undefined);
  await eventually('ready', async () => (await probe())?.status === 200, 30_000);
}

const opened = new AsyncDisposableStack();
let folder: string;
beforeAll(async () => {
  folder = opened.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  for (const role of ['POSTGRES', 'VERSES_OWNER', 'VERSES_SERVICE', 'VERSES_PUZZLE', 'VERSES_DESK'])
    process.env[`${role}_PASSWORD`] = randomBytes(24).toString('hex');
  process.env['AUTH_JWT_SECRET'] = testSecret;
  opened.use(await findDocker());
  print('compose', `Docker ${await run('docker', 'version', '--format={{.Server.Version}}')} after ${seconds()} s`);
  opened.defer(async () => void (await compose('down', '--volumes', '--rmi=local')));
  await compose('up', '--build', '--detach').catch(async (cause) => {
    throw new Error(await compose('logs'), { cause });
  });
  await ready();
  print('compose', `ready after ${seconds()} s`);
}, 900_000);
afterAll(() => opened.disposeAsync(), 120_000);

describe('compose.yaml', () => {
  test('with the tokens of docs/deploying.md, serves a submission, which the desk then shows', async () => {
    const [site = '', player = '', editor = ''] = (await fromDocument(tokens)).split('\n');
    const { status, body } = await solveAndSubmit(url, { site, player });
    expect(status).toBe(201);
    const { days, role } = (await readCalendar(adminUrl, editor)).body;
    expect(role).toBe('calendar-editor');
    expect(days.filter(({ state }: { state: string }) => state === 'reserved')).toMatchObject([
      { date: body.scheduledDate, submission: { player: 'ann', reference: 'John 3:16' } },
    ]);
  });

  test('runs the service as a user without rights, on a read-only file system', async () => {
    const output = await inService('id -u; touch /tmp/file 2>&1; cat /proc/self/status');
    expect(output).toMatch(/^1000\ntouch: .*'\/tmp\/file': Read-only file system$/m);
    expect(output).toMatch(/^CapBnd:\t0+\n(.*\n)?NoNewPrivs:\t1$/m);
  });

  test('is healthy', async () => {
    for (const service of ['database', 'service'])
      await eventually(service, async () => (await inspect(service, '{{.State.Health.Status}}')) === 'healthy', 60_000);
  }, 130_000);

  test('is backed up and upgraded as docs/deploying.md says, and bounds its logs', async () => {
    const before = await readCalendar(adminUrl);
    const [backUp = '', upgrade = ''] = backUpAndUpgrade.split(/\n(?=docker)/);
    // The stand-in for the official image has an older pg_dump.
    if ((await compose('exec', '-T', 'database', 'pg_dump', '--version')).includes(' 18.')) {
      await fromDocument(backUp);
      const dump = join(folder, 'verses.dump');
      expect((await readFile(dump)).subarray(0, 5).toString()).toBe('PGDMP');
      expect((await stat(dump)).mode & 0o777).toBe(0o600);
    }
    await fromDocument(upgrade);
    await ready();
    expect(await readCalendar(adminUrl)).toEqual(before);
    for (const service of ['database', 'service'])
      expect(await inspect(service, '{{.HostConfig.LogConfig.Type}}')).toBe('local');
  }, 120_000);

  test('starts the service again after a crash', async () => {
    // The command ends with what it kills.
    await inService('kill -KILL -1').catch(() => undefined);
    await eventually('a restart', async () => (await inspect('service', '{{.RestartCount}}')) === '1');
    await ready();
  }, 60_000);

  test('stops in order, and keeps the verse over down and up', async () => {
    const before = await readCalendar(adminUrl);
    expect(before.status).toBe(200);
    await compose('stop');
    for (const service of ['database', 'service']) expect(await inspect(service, '{{.State.ExitCode}}')).toBe('0');
    expect(await compose('logs', 'service')).toContain('"msg":"stopping"');
    await compose('down');
    await compose('up', '--detach');
    await ready();
    expect(await readCalendar(adminUrl)).toEqual(before);
  }, 120_000);
});
