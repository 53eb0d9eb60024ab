import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { installPackedClient } from '../support/packed-client.ts';

const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');

const project = await installPackedClient();
afterAll(async () => await project[Symbol.asyncDispose]());

/** A function that submits a verse and has the given cases for the result. */
const submit = (verse: string, cases: string) => `
  import { createClient, errors } from '@verse-submissions/client';
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

const byConstant = `
  case 400: return result.error === errors.invalidLocalDate ? 'date' : 'verse';
  default: return 0;`;
const contractTypes = `
  import type { components, paths } from '@verse-submissions/client';
  export const path: keyof paths = '/api/eligibility';
  export const book: components['schemas']['BookId'] = 'JHN';`;

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
  { title: 'errors told apart by class', source: errors, codes: [] },
  { title: 'an error told apart by a constant', source: submit(verse, byConstant), codes: [] },
  { title: 'the types of the contract', source: contractTypes, codes: [] },
  { title: 'the element and its events', source: element('detail.scheduledDate.length'), codes: [] },
  { title: 'an event of the element has another detail', source: element('detail.chapter'), codes: ['TS2339'] },
  { title: 'a status is missing', source: submit(verse, most), codes: ['TS2366'] },
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
    codes: ['TS2739'],
  },
];

test.each([
  ['nodenext', 'nodenext', 'es2022'],
  ['esnext', 'bundler', 'es2020'], // as in frontends that build for older browsers
])(
  'with module %s, moduleResolution %s and lib %s, what is wrong is reported; the examples compile',
  async (module, moduleResolution, lib) => {
    const compilerOptions = {
      ...{ module, moduleResolution, target: lib, lib: [lib, 'dom', 'dom.iterable'], types: [] },
      ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    };
    const sources: Record<string, string> = {
      ...Object.fromEntries(files.map(({ title, source }) => [title, source])),
      'README of the package': `${await readmeExample(project.client)}\nexport { onSubmit };`,
      README: await readmeExample(root),
      docstrings: await docstringExamples(),
    };
    for (const [title, source] of Object.entries(sources)) await project.write(`${title}.ts`, source);
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: project.directory, encoding: 'utf8' });
    const said = [...stdout.matchAll(/^(?:(.+?)\.ts\(.*?\): )?error (TS\d+)/gm)].map(([, file, code]) => [file, code]);
    const wrong = files.flatMap(({ title, codes }) => codes.map((code) => [title, code]));
    expect(said.toSorted()).toEqual(wrong.toSorted());
  },
  180_000,
);

/** The examples that editors show, each in a function. */
async function docstringExamples(): Promise<string> {
  const names = await readdir(join(project.client, 'dist'), { recursive: true });
  const declarations = names.filter((name) => name.endsWith('.d.ts'));
  const texts = await Promise.all(declarations.map((name) => readFile(join(project.client, 'dist', name), 'utf8')));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/@example\n\s*\* ```ts\n(.*?)```/gs)].map(([, code = '']) => code.replace(/^\s*\* ?/gm, '')),
  );
  expect(examples.length).toBeGreaterThanOrEqual(17);
  return `
    import { createPuzzleClient, type PuzzleClient } from '@verse-submissions/client/puzzle';
    import { books, type Client, createClient, localDate, NetworkError, type SubmitVerseRequest, UnexpectedResponseError } from '@verse-submissions/client';
    import type { SubmitVerse } from '@verse-submissions/client/element';
    declare const client: Client & PuzzleClient;
    declare const element: SubmitVerse;
    declare const verse: SubmitVerseRequest;
    declare const idempotencyKey: string;
    declare const session: { refresh(): Promise<{ accessToken: string }> };
    declare function retryLater(verse: SubmitVerseRequest, key: string): void;
    declare function report(...values: (string | number | null)[]): void;
    export const examples = [${examples.map((code) => `async () => {\n${code}}`).join(',\n')}];`;
}

async function readmeExample(folder: string): Promise<string> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  return example;
}
