import { execFile } from 'node:child_process';
import { appendFile, chmod, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { contractFiles } from '../../src/api/contracts.ts';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';

jest.setTimeout(120_000); // a build takes a second, and many times that on a busy machine

/** The build writes into the project's folder. */
let project: ProjectCopy;
beforeAll(async () => {
  project = await ProjectCopy.create([
    'src',
    'client/src',
    'client/page',
    'client/README.md',
    'client/custom-elements.json',
    'client/docs',
    'desk',
    'scripts',
    'package.json',
    'openapi.yaml',
    'contract',
  ]);
  await build();
});
afterAll(() => project[Symbol.asyncDispose]());

async function build(): Promise<void> {
  const script = new RunningScript(project.directory, ['scripts/build.js']);
  expect({ exitCode: await script.exitCode, output: script.stdout + script.stderr }).toEqual({
    exitCode: 0,
    output: '',
  });
}

const inDist = (file: string) => join(project.directory, 'dist', file);

/** The files of the build, by their paths below `dist/`. */
async function files(): Promise<string[]> {
  const entries = await readdir(inDist(''), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(inDist(''), join(parentPath, name)).replaceAll('\\', '/'));
}

/** When each file in dist/ was last written. */
async function built(): Promise<Record<string, number>> {
  const times = (await files()).map(async (file) => [file, (await stat(inDist(file))).mtimeMs]);
  return Object.fromEntries(await Promise.all(times));
}

test('main.js is written last, after all the files it imports', async () => {
  const files = await built();
  expect(files['main.js']).toBe(Math.max(...Object.values(files)));
});

/** Lets the build be more than an hour old. Returns its time in seconds. */
async function makeOld(): Promise<number> {
  const longAgo = Date.now() / 1000 - 3_601;
  await utimes(inDist('main.js'), longAgo, longAgo);
  return longAgo;
}

test('a second build writes nothing, with line ends of Windows neither; stale files stay for an hour', async () => {
  const needed = await built();
  const stale = ['chunk-STALE000.js', 'submit/page-STALE000.js', 'submit/page-STALE000.js.br', 'chapters/old.json'];
  for (const file of stale) await writeFile(inDist(file), '');
  const before = await built();
  const paths = contractFiles.map((file) => join(project.directory, file));
  const contracts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const write = (contents: readonly string[]) =>
    Promise.all(paths.map((path, index) => writeFile(path, contents[index] ?? '')));
  await write(contracts.map((contract) => contract.replaceAll('\n', '\r\n'))); // as Git writes them there
  try {
    await build();
  } finally {
    await write(contracts);
  }
  expect(await built()).toEqual(before);

  const longAgo = await makeOld();
  await build();
  expect(await built()).toEqual({ ...needed, 'main.js': expect.closeTo(1000 * longAgo, -1) });
});

test('a user who may not write starts the build that is there, stale files included', async () => {
  await writeFile(inDist('chunk-STALE.js'), '');
  await makeOld();
  await chmod(project.directory, 0o755);
  await chmod(inDist(''), 0o555);
  // root may write anywhere, so the build then runs as nobody.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  try {
    const options = { cwd: project.directory, ...user };
    expect(await promisify(execFile)(process.execPath, ['scripts/build.js'], options)).toEqual({
      stdout: '',
      stderr: '',
    });
  } finally {
    await chmod(inDist(''), 0o755);
    await rm(inDist('chunk-STALE.js'));
  }
});

test.each(contractFiles)('%s is neither built nor served after an edit without codegen', async (file) => {
  const path = join(project.directory, file);
  const contract = await readFile(path, 'utf8');
  const stderr = `${file} is not what the code was generated from: run \`npm run codegen\` and \`npm run build\`\n`;
  await writeFile(path, contract.replace('description: ', 'description: Edited. '));
  try {
    for (const program of file === 'openapi.yaml' ? ['scripts/build.js', 'dist/main.js'] : ['dist/main.js']) {
      const script = new RunningScript(project.directory, [program]);
      expect(await script.exitCode).toBe(1);
      expect({ program, stdout: script.stdout, stderr: script.stderr }).toEqual({ program, stdout: '', stderr });
    }
  } finally {
    await writeFile(path, contract);
  }
});

/** The files that are compressed: those of pages and the chapters. */
const compressed = async () => (await files()).flatMap((name) => /^(.+)\.br$/.exec(name)?.[1] ?? []);

test('each file that clients get is there with Brotli and with gzip', async () => {
  const names = await compressed();
  expect(names).toEqual(
    expect.arrayContaining(['docs.js', 'submit/element.js', 'swagger-ui-bundle.js', 'chapters/PSA.119.json']),
  );
  for (const name of names) {
    const content = await readFile(inDist(name));
    expect(brotliDecompressSync(await readFile(inDist(`${name}.br`))).equals(content)).toBe(true);
    expect(gunzipSync(await readFile(inDist(`${name}.gz`))).equals(content)).toBe(true);
  }
});

test('a compressed file that is missing, broken or of another build is written again', async () => {
  await rm(inDist('docs.js.br'));
  await writeFile(inDist('docs.js.gz'), 'broken');
  await writeFile(inDist('chapters/JHN.3.json.br'), brotliCompressSync('another build'));
  await build();
  const script = await readFile(inDist('docs.js'));
  expect(brotliDecompressSync(await readFile(inDist('docs.js.br'))).equals(script)).toBe(true);
  expect(gunzipSync(await readFile(inDist('docs.js.gz'))).equals(script)).toBe(true);
  const chapter = await readFile(inDist('chapters/JHN.3.json'));
  expect(brotliDecompressSync(await readFile(inDist('chapters/JHN.3.json.br'))).equals(chapter)).toBe(true);
});

/** `test/desk/page/page.test.ts` shows that the service serves such files. */
test('changed sources are built again; what the element imports only when it needs it is a file', async () => {
  await writeFile(join(project.directory, 'src/main.ts'), "console.log('changed');");
  const element = join(project.directory, 'client/src/element');
  await writeFile(join(element, 'later.ts'), "export const text = 'later';");
  await appendFile(join(element, 'index.ts'), "addEventListener('later', () => import('./later.ts'));");
  await build();

  const script = new RunningScript(project.directory, ['dist/main.js']);
  expect([await script.exitCode, script.stdout]).toEqual([0, 'changed\n']);
  const { script: page } = JSON.parse(await readFile(inDist('submit/page.json'), 'utf8'));
  for (const file of ['submit/element.js', `submit/${page}`]) {
    const [, name] = /import\("\.\/(later-\w+\.js)"\)/.exec(await readFile(inDist(file), 'utf8')) ?? [];
    expect(await readFile(inDist(`submit/${name}`), 'utf8')).toContain('later');
    expect(brotliDecompressSync(await readFile(inDist(`${file}.br`))).toString()).toContain(name); // also changed
  }
});

test.each([
  ['buildPages', 'pages'],
  ['buildChapters', 'chapters'],
])('%s needs no dist/', async (name, module) => {
  await rm(inDist(''), { recursive: true, force: true });
  const code = `import { ${name} } from './scripts/${module}.ts'; await ${name}();`;
  const script = new RunningScript(project.directory, ['--input-type=module', '--eval', code]);
  expect([await script.exitCode, script.stderr]).toEqual([0, '']);
});
