import { cp, glob, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { asRole } from '../support/roles.ts';
import { testSecret } from '../support/service.ts';
import { image, read, root } from './files.ts';

/**
 * The image, built by hand: there need not be an engine where the tests run. Its files lie in a folder of their own, beside
 * the libraries that a production install has.
 */
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verse-submissions-image-'));
  for (const { source, target } of await copied())
    await cp(join(root, source), join(folder, target), { recursive: true });
  for (const path of productionLibraries()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  expect(await run(['node', 'scripts/build.ts'], {}).exitCode).toBe(0);
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Every file and folder that the Dockerfile copies, where it comes from and where it goes. */
async function copied(): Promise<{ source: string; target: string }[]> {
  const all = [];
  for (const { sources, target } of image.copies) {
    for (const pattern of sources) {
      const found = await Array.fromAsync(glob(pattern, { cwd: root }));
      if (found.length === 0) throw new Error(`The Dockerfile copies ${pattern}, which is not there`);
      // A folder's content is copied, a file under its name.
      for (const source of found) {
        all.push({ source, target: basename(source).includes('.') ? join(target, basename(source)) : target });
      }
    }
  }
  return all;
}

function productionLibraries(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; link?: true }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !link)
    .map(([path]) => path);
}

/** Runs a command of the image, with its environment, in its folder. */
function run([node, ...args]: string[], env: Record<string, string>): RunningScript {
  expect(node).toBe('node');
  return new RunningScript(folder, args, { ...image.environment, ...env });
}

describe('in the image', () => {
  test('the service runs, as its role; the health check passes until the service has ended', async () => {
    // Unset, the port for probes is the other one, which is free for sure.
    const ports = { PORT: '0', ADMIN_PORT: '' };
    const env = { DATABASE_URL: database.serviceUrl, AUTH_JWT_SECRET: testSecret, MIGRATE_ON_START: 'false', ...ports };
    const service = run(image.command, env);
    const [, port = ''] = await service.printed(/"url":"http:\/\/0\.0\.0\.0:(\d+)"/);
    const url = `http://127.0.0.1:${port}`;
    for (const path of ['/docs', '/openapi.yaml']) expect((await fetch(url + path)).status).toBe(200);
    expect((await fetch(`${url}/api/submit-verse`, { method: 'POST' })).status).toBe(401);

    // The image's own setting is what it asks.
    expect(await run(image.healthCheck, { ADMIN_PORT: port }).exitCode).toBe(0);
    expect(await run(image.healthCheck, { ADMIN_PORT: '', PORT: port }).exitCode).toBe(0);
    expect(await service.kill('SIGTERM')).toBe(0);
    const check = run(image.healthCheck, { ADMIN_PORT: port });
    expect(await check.exitCode).toBe(1);
    expect(check.stderr).toBe('fetch failed\n');
  });

  test('the migrations are applied, as the owner', async () => {
    const empty = await createTestDatabase('template1');
    await empty.query('grant create on schema public to verses_owner');
    await empty.query(`grant create on database ${new URL(empty.url).pathname.slice(1)} to verses_owner`);
    const env = { DATABASE_URL: asRole(empty.url, 'verses_owner') };
    expect(await run(['node', 'scripts/db-migrate.ts'], env).exitCode).toBe(0);
    expect(await run(['node', 'scripts/db-status.ts'], env).exitCode).toBe(0);
    await empty.drop();
  });
});

describe('the Dockerfile', () => {
  test('starts what `npm start` starts, as a user without rights', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(image.command.join(' ')).toBe(scripts.start);
    expect(image.user).toBe('node');
  });

  test('has the Node.js of the scripts, by its major version', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const [major] = devDependencies.node.split('.');
    expect(image.bases).toEqual(image.bases.map(() => `node:${major}-slim`));
  });

  test('copies what .dockerignore lets through, and nothing else is let through', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const sources = image.copies.flatMap((copy) => copy.sources);
    expect(lines.slice(1).sort()).toEqual([...new Set(sources)].map((source) => `!${source}`).sort());
  });
});
