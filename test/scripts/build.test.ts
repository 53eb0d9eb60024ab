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
  const client = ['src', 'page', 'README.md', 'custom-elements.json', 'docs'].map((part) => `client/${part}`);
  project = await ProjectCopy.create([...client, 'src', 'desk', 'scripts', 'package.json', 'openapi.yaml', 'contract']);
  await build();
});
afterAll(() => project[Symbol.asyncDispose]());

async function build(): Promise<void> {
  const script = new RunningScript(project.directory, ['scripts/build.js']);
  expect([await script.exitCode, script.stdout, script.stderr]).toEqual([0, '', '']);
}

const inDist = (file: string) => join(project.directory, 'dist', file);

/** The files of the build, by their paths below `dist/`. */
async function files(): Promise<string[]> {
  const entries = await readdir(inDist(''), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(inDist(''), join(parentPath, name)).replaceAll('\\', '/'));
}

const readContractText = (file: string) => readFile(join(project.directory, file), 'utf8');

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
  const contracts = await Promise.all(
    contractFiles.map(async (file) => [join(project.directory, file), await readContractText(file)] as const),
  );
  for (const [path, text] of contracts) await writeFile(path, text.replaceAll('\n', '\r\n')); // as Git writes them there
  await build();
  for (const [path, text] of contracts) await writeFile(path, text);
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
  const options = { cwd: project.directory, ...user };
  const building = promisify(execFile)(process.execPath, ['scripts/build.js'], options);
  expect(await building).toEqual({ stdout: '', stderr: '' });
  await chmod(inDist(''), 0o755);
  await rm(inDist('chunk-STALE.js'));
});

test.each(contractFiles)('%s is neither built nor served after an edit without codegen', async (file) => {
  const path = join(project.directory, file);
  const contract = await readContractText(file);
  const error = `${file} is not what the code was generated from: run \`npm run codegen\` and \`npm run build\`\n`;
  await writeFile(path, contract.replace('description: ', 'description: Edited. '));
  for (const program of file === 'openapi.yaml' ? ['scripts/build.js', 'dist/main.js'] : ['dist/main.js']) {
    const script = new RunningScript(project.directory, [program]);
    expect([program, await script.exitCode, script.stdout, script.stderr]).toEqual([program, 1, '', error]);
  }
  await writeFile(path, contract);
});

test('each file that clients get is compressed, again where that is missing, broken or of another build', async () => {
  await rm(inDist('docs.js.br'));
  await writeFile(inDist('docs.js.gz'), 'broken');
  await writeFile(inDist('chapters/JHN.3.json.br'), brotliCompressSync('another build'));
  await build();
  const names = (await files()).flatMap((name) => /^(.+)\.gz$/.exec(name)?.[1] ?? []);
  expect(names).toEqual(
    expect.arrayContaining(['docs.js', 'submit/element.js', 'swagger-ui-bundle.js', 'chapters/PSA.119.json']),
  );
  for (const name of names) {
    const content = await readFile(inDist(name));
    expect(brotliDecompressSync(await readFile(inDist(`${name}.br`))).equals(content)).toBe(true);
    expect(gunzipSync(await readFile(inDist(`${name}.gz`))).equals(content)).toBe(true);
  }
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
