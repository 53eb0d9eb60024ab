import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { installPackedClient, type Project } from '../support/packed-client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

let project: Project;
beforeAll(async () => {
  project = await installPackedClient();
}, 60_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

async function json(path: string) {
  return JSON.parse(await readFile(path, 'utf8'));
}

test('the version is that of the contract', async () => {
  const contract = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  expect((await json(join(project.client, 'package.json'))).version).toBe(contract.info.version);
});

test('there are no dependencies', async () => {
  expect(await json(join(project.client, 'package.json'))).not.toHaveProperty('dependencies');
});

test('it is at most 5 kB, minified and gzipped', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(project.client, 'dist/index.js')],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser', // and so nothing of Node's own is found
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? '').length;
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThanOrEqual(5000);
});

describe.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('with module %s and moduleResolution %s, in strict mode', (module, moduleResolution) => {
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  };

  /** What the compiler says of a file, without the places. */
  async function typecheck(source: string): Promise<string[]> {
    await project.write('main.ts', source);
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: project.directory, encoding: 'utf8' });
    return [...stdout.matchAll(/error (TS\d+)/g)].map(([, code = '']) => code);
  }

  const submit = (verse: string, cases: string) => `
    import { createClient } from '@verse-submissions/client';
    const client = createClient({ baseUrl: new URL('https://verses.example'), token: async () => 'token' });
    export async function submit(signal: AbortSignal): Promise<string | number> {
      const result = await client.submitVerse(${verse}, { signal });
      switch (result.status) { ${cases} }
    }`;
  const verse = "{ localDate: '2026-11-21', bookId: 'JHN', chapter: 3, verse: 16 }";
  const most = `
    case 201: return result.scheduledDate + result.reference + result.windowText;
    case 429: return result.cooldownEndsAt + result.retryAfter.toFixed();
    case 400: case 401: case 403: case 413: return result.error;`;

  test('a switch over all statuses is complete', async () => {
    expect(await typecheck(submit(verse, `${most} case 500: return result.error;`))).toEqual([]);
  });

  test.each([
    ['a status is missing', submit(verse, most), 'TS2366'],
    ['a status does not exist', submit(verse, `${most} case 500: case 418: return 0;`), 'TS2678'],
    ['a member is of another status', submit(verse, `default: return result.scheduledDate;`), 'TS2339'],
    ['a book does not exist', submit(verse.replace('JHN', 'TOB'), 'default: return 0;'), 'TS2322'],
    ['a member of the verse is missing', submit('{ chapter: 3 }', 'default: return 0;'), 'TS2345'],
  ])('it does not compile when %s', async (_title, source, code) => {
    expect(await typecheck(source)).toEqual([code]);
  });

  test("the README's submit handler compiles, and has no more than 15 lines", async () => {
    const readme = await readFile(join(project.client, 'README.md'), 'utf8');
    const [, handler = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    expect(handler.trim().split('\n').length).toBeLessThanOrEqual(15);
    expect(handler).toContain('switch (result.status)');
    expect(await typecheck(`${handler}\nexport { onSubmit };`)).toEqual([]);
  });
});
