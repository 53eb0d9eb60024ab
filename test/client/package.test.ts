import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { root } from '../../src/root.ts';
import { installPackedClient, type Project } from '../support/packed-client.ts';

const tsc = join(root, 'node_modules/typescript/bin/tsc');

let project: Project;
beforeAll(async () => {
  project = await installPackedClient();
}, 180_000);
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

test('its core is small, and grows little with each operation', async () => {
  const { outputFiles } = await build({
    // As a page imports it: the books are left out where nobody uses them.
    stdin: {
      contents: "export { createClient, localDate } from '@verse-submissions/client';",
      resolveDir: project.directory,
    },
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser', // and so nothing of Node's own is found
    write: false,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  expect(contents.length).toBeGreaterThan(1000);
  const operations = operationsOf(readContract()).length;
  expect(contents.length).toBeLessThanOrEqual(4250 + 250 * operations);
  expect(gzipSync(contents).length).toBeLessThanOrEqual(2200 + 100 * operations);
  expect(Buffer.from(contents).toString()).not.toContain('Genesis');
});

test('the element that the service serves is at most 8 kB gzipped, with the SDK and all books in it', async () => {
  const bundle = await readFile(join(root, 'dist/element.js'));
  expect(bundle.toString()).toContain('Revelation');
  expect(gzipSync(bundle).length).toBeLessThanOrEqual(8000);
});

/** A function that submits a verse and has the given cases for the result. */
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
const errors = `
  import { NetworkError, UnexpectedResponseError } from '@verse-submissions/client';
  export function explain(error: unknown): string | number {
    if (error instanceof UnexpectedResponseError) return error.status + error.body;
    return error instanceof NetworkError ? error.name : 0;
  }`;

const element = (detail: string) => `
  import type { SubmitVerse } from '@verse-submissions/client/element';
  export function listen(element: SubmitVerse, jwt: () => Promise<string>): void {
    element.token = jwt;
    element.bookNames = { JHN: 'Johannes' };
    element.texts = { submit: '{reference} vorschlagen' };
    document.querySelector('submit-verse')?.addEventListener('verse-submitted', ({ detail }) => ${detail});
  }`;

/** Files of the project, each with the compiler's errors. */
const files: { title: string; source: string; codes: string[] }[] = [
  { title: 'a switch over all statuses', source: submit(verse, `${most} case 500: return 0;`), codes: [] },
  {
    title: 'a switch whose default is never',
    source: submit(verse, `${most} case 500: return 0; default: const none: never = result; return none;`),
    codes: [],
  },
  { title: 'errors told apart by class', source: errors, codes: [] },
  { title: 'the element and its events', source: element('detail.scheduledDate.length'), codes: [] },
  { title: 'an event of the element has another detail', source: element('detail.chapter'), codes: ['TS2339'] },
  { title: 'a status is missing', source: submit(verse, most), codes: ['TS2366'] },
  {
    title: 'a status is missing before never',
    source: submit(verse, `${most} default: const none: never = result; return none;`),
    codes: ['TS2322'],
  },
  {
    title: 'a status does not exist',
    source: submit(verse, `${most} case 500: case 418: return 0;`),
    codes: ['TS2678'],
  },
  {
    title: 'a member is of another status',
    source: submit(verse, 'default: return result.scheduledDate;'),
    codes: ['TS2339'],
  },
  {
    title: 'a book does not exist',
    source: submit(verse.replace('JHN', 'TOB'), 'default: return 0;'),
    codes: ['TS2322'],
  },
  {
    title: 'a member of the verse is missing',
    source: submit('{ chapter: 3 }', 'default: return 0;'),
    codes: ['TS2345'],
  },
];

describe.each([
  ['nodenext', 'nodenext', 'es2022'],
  ['esnext', 'bundler', 'es2022'],
  ['esnext', 'bundler', 'es2020'], // as in frontends that build for older browsers
])('with module %s, moduleResolution %s and lib %s, in strict mode', (module, moduleResolution, lib) => {
  const compilerOptions = {
    ...{ module, moduleResolution, target: lib, lib: [lib, 'dom', 'dom.iterable'], types: [] },
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  };

  /** The compiler's errors of one run for all files, because a run takes seconds: `file0.ts TS2366`. */
  let said: string[];
  beforeAll(async () => {
    const sources = [...files.map(({ source }) => source), `${await readmeHandler()}\nexport { onSubmit };`];
    for (const [index, source] of sources.entries()) await project.write(`file${index}.ts`, source);
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: project.directory, encoding: 'utf8' });
    said = [...stdout.matchAll(/^(?:(.+?)\(.*?\): )?error (TS\d+)/gm)].map(([, file, code]) => `${file} ${code}`);
  }, 180_000);

  test.each(files)('the compiler reports the right errors: $title', ({ source, codes }) => {
    const file = `file${files.findIndex((other) => other.source === source)}.ts`;
    expect(said.filter((line) => line.startsWith(`${file} `))).toEqual(codes.map((code) => `${file} ${code}`));
  });

  test("the README's submit handler and the package's declarations compile", () => {
    const wrong = files.flatMap(({ codes }, index) => codes.map((code) => `file${index}.ts ${code}`));
    expect(said.toSorted()).toEqual(wrong.toSorted());
  });
});

async function readmeHandler(): Promise<string> {
  const readme = await readFile(join(project.client, 'README.md'), 'utf8');
  const [, handler = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  return handler;
}

test('the README has a row for the method of each operation', async () => {
  const readme = await readFile(join(project.client, 'README.md'), 'utf8');
  const methods = [...readme.matchAll(/^\| `(\w+)\(.*?\)` \|/gm)].map(([, name]) => name);
  expect(methods).toEqual(operationsOf(readContract()).map(({ operation }) => operation.operationId));
});

test("the README's submit handler has at most 15 lines and handles a form", async () => {
  const handler = await readmeHandler();
  expect(handler.trim().split('\n').length).toBeLessThanOrEqual(15);
  expect(handler).toContain('switch (result.status)');
  expect(handler).toContain('event: SubmitEvent');
});
