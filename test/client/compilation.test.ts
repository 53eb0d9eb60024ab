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

/** Files of the project, each with the compiler's error, if there is one. */
const files: readonly [title: string, source: string, error?: string][] = [
  ['a switch over all statuses', submit(verse, `${most} case 500: return 0;`)],
  ['errors told apart by class', errors],
  ['an error told apart by a constant', submit(verse, byConstant)],
  ['the types of the contract', contractTypes],
  ['the element and its events', element('detail.scheduledDate.length')],
  ['an event of the element has another detail', element('detail.chapter'), 'TS2339'],
  ['a status is missing', submit(verse, most), 'TS2366'],
  ['a status does not exist', submit(verse, `${most} case 500: case 418: return 0;`), 'TS2678'],
  ['a member is of another status', submit(verse, 'default: return result.scheduledDate;'), 'TS2339'],
  ['a book does not exist', submit(verse.replace('JHN', 'TOB'), 'default: return 0;'), 'TS2322'],
  ['a member of the verse is missing', submit('{ chapter: 3 }', 'default: return 0;'), 'TS2739'],
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
      ...Object.fromEntries(files),
      'README of the package': `${await readmeExample(project.client)}\nexport { onSubmit };`,
      README: await readmeExample(root),
      docstrings: await docstringExamples(),
    };
    for (const [title, source] of Object.entries(sources)) await project.write(`${title}.ts`, source);
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: project.directory, encoding: 'utf8' });
    const said = [...stdout.matchAll(/^(?:(.+?)\.ts\(.*?\): )?error (TS\d+)/gm)].map(([, file, code]) => [file, code]);
    const wrong = files.flatMap(([title, _source, error]) => (error === undefined ? [] : [[title, error]]));
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
