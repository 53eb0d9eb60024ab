import { cp, glob, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { asRole } from '../support/roles.ts';
import { testSecret } from '../support/service.ts';
import { image, read } from './files.ts';

/** The folder that the image is built in by hand: there need not be an engine where the tests run. */
let folder: string;
/** Each stage has a folder of its own. */
const stages = new Map<string | null, string>();
let database: TestDatabase;
beforeAll(async () => {
  for (const step of image.steps) {
    if (step.keyword === 'FROM') {
      folder = await mkdtemp(join(tmpdir(), 'verse-submissions-image-'));
      stages.set(step.stage, folder);
    } else if (step.keyword === 'COPY') {
      await copy(step.sources, step.from === undefined ? root : (stages.get(step.from) as string), step.target);
    } else {
      await runStep(step.command);
    }
  }
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  for (const stage of stages.values()) await rm(stage, { recursive: true });
});

async function copy(patterns: readonly string[], from: string, target: string): Promise<void> {
  for (const pattern of patterns) {
    const found = await Array.fromAsync(glob(pattern.replace(/^\/app\//, ''), { cwd: from }));
    if (found.length === 0) throw new Error(`The Dockerfile copies ${pattern}, which is not there`);
    // A folder's content is copied, a file under its name.
    for (const source of found) {
      const copied = basename(source).includes('.') ? join(target, basename(source)) : target;
      await cp(join(from, source), join(folder, copied), { recursive: true });
    }
  }
}

/** What npm does in the image: runs a script of package.json, or has the libraries that it is not told to omit. */
async function runStep(command: string): Promise<void> {
  const [, script] = /^npm run (\w+)$/.exec(command) ?? [];
  if (script !== undefined) {
    const { scripts } = JSON.parse(read('package.json'));
    expect(await run(scripts[script].split(' '), {}).exitCode).toBe(0);
  } else if (/^npm (ci|prune) /.test(command)) {
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    for (const path of libraries(new Set([...command.matchAll(/--omit=(\w+)/g)].map(([, kind = '']) => kind)))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(root, path), join(folder, path));
    }
  } else {
    throw new Error(`The test does not know how to run ${command}`);
  }
}

function libraries(omitted: ReadonlySet<string>): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true; link?: true }>;
  };
  const [noDev, noOptional] = [omitted.has('dev'), omitted.has('optional')];
  return Object.entries(packages)
    .filter(([path, { link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !link)
    .filter(([, { dev, optional, devOptional }]) => {
      return !(noDev && dev) && !(noOptional && optional) && !(noDev && noOptional && devOptional);
    })
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
    expect(await run(['node', 'src/cli/db-migrate.ts'], env).exitCode).toBe(0);
    expect(await run(['node', 'src/cli/db-status.ts'], env).exitCode).toBe(0);
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
    const sources = image.steps.flatMap((step) =>
      step.keyword === 'COPY' && step.from === undefined ? step.sources : [],
    );
    expect(lines.slice(1).sort()).toEqual([...new Set(sources)].map((source) => `!${source}`).sort());
  });
});
