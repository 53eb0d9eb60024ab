import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/** The build writes into the project's folder. */
let project: ProjectCopy;
beforeAll(async () => {
  project = await ProjectCopy.create(['src', 'client/src', 'scripts', 'package.json', 'openapi.yaml']);
  await build();
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

async function build(): Promise<void> {
  const script = new RunningScript(project.directory, ['scripts/build.js']);
  expect({ exitCode: await script.exitCode, output: script.stdout + script.stderr }).toEqual({
    exitCode: 0,
    output: '',
  });
}

const inDist = (file: string) => join(project.directory, 'dist', file);

/** When each file in dist/ was last written. */
async function built(): Promise<Record<string, number>> {
  const files = await readdir(inDist(''));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await stat(inDist(file))).mtimeMs])));
}

test('main.js is written last, after all the files it imports', async () => {
  const files = await built();
  expect(files['main.js']).toBe(Math.max(...Object.values(files)));
});

test('a second build writes nothing, and removes stale files an hour after the last change', async () => {
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

test('changed sources are built again', async () => {
  await writeFile(join(project.directory, 'src/main.ts'), "console.log('changed');");
  await build();
  const script = new RunningScript(project.directory, ['dist/main.js']);
  expect([await script.exitCode, script.stdout]).toEqual([0, 'changed\n']);
});
