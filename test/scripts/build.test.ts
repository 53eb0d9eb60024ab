import { cp, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';

/** A copy of the project, to build in. */
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verse-submissions-build-'));
  for (const part of ['src', 'scripts', 'package.json', 'openapi.yaml']) {
    await cp(join(root, part), join(directory, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await build();
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function build(): Promise<void> {
  const script = new RunningScript(directory, ['scripts/build.ts']);
  expect({ exitCode: await script.exitCode, output: script.stdout + script.stderr }).toEqual({
    exitCode: 0,
    output: '',
  });
}

const inDist = (file: string) => join(directory, 'dist', file);

/** Every file that was built, and when it was written. */
async function built(): Promise<Record<string, number>> {
  const files = await readdir(inDist(''));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await stat(inDist(file))).mtimeMs])));
}

test('main.js is written last, when all that it leads to is there', async () => {
  const files = await built();
  expect(files['main.js']).toBe(Math.max(...Object.values(files)));
});

test('building again writes nothing, and an hour after the last change takes away what is no longer part of it', async () => {
  await writeFile(inDist('chunk-STALE.js'), '');
  const before = await built();
  await build();
  expect(await built()).toEqual(before);

  const longAgo = Date.now() / 1000 - 3_601;
  await utimes(inDist('main.js'), longAgo, longAgo);
  await build();
  const { 'chunk-STALE.js': _, ...needed } = before;
  expect(await built()).toEqual({ ...needed, 'main.js': expect.closeTo(1000 * longAgo, -1) });
});

test('what has changed is built anew', async () => {
  await writeFile(join(directory, 'src/main.ts'), "console.log('changed');");
  await build();
  const script = new RunningScript(directory, ['dist/main.js']);
  expect([await script.exitCode, script.stdout]).toEqual([0, 'changed\n']);
});
