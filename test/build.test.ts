import { cp, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RunningScript } from './support/process.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** A copy of the project, to build in. */
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verse-submissions-build-'));
  for (const part of ['src', 'scripts', 'package.json', 'openapi.yaml']) {
    await cp(join(project, part), join(directory, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(directory, 'node_modules'));
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

/** Every file that was built, and when it was written. */
async function built(): Promise<Record<string, number>> {
  const dist = join(directory, 'dist');
  const files = await readdir(dist);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, (await stat(join(dist, file))).mtimeMs])),
  );
}

test('building again writes nothing, and takes away what is no longer part of it', async () => {
  const before = await built();
  await writeFile(join(directory, 'dist/chunk-OLD.js'), '');
  await build();
  expect(await built()).toEqual(before);
});

test('what has changed is built anew', async () => {
  await writeFile(join(directory, 'src/main.ts'), "console.log('changed');");
  await build();
  expect(Object.keys(await built()).sort()).toEqual(['main.js', 'main.js.map']);
  const script = new RunningScript(directory, ['dist/main.js']);
  expect([await script.exitCode, script.stdout]).toEqual([0, 'changed\n']);
});

test.each([
  ['./dist/main.js', false],
  ['node:http', true], // what an import of it would bring along
])('whether %s loads the client behind fetch: %p', async (module, loads) => {
  const program = `
    process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('undici'))));
    await import('${module}');`;
  const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:1/verses', AUTH_JWT_SECRET: 'x'.repeat(32) };
  const script = new RunningScript(project, ['--input-type=module', '--eval', program], nowhere);
  await script.exitCode;
  expect(script.stdout.trim()).toBe(String(loads));
});
