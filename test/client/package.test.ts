import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { installPackedClient } from '../support/packed-client.ts';
import { site, TestService, token, validSubmission } from '../support/service.ts';

const project = await installPackedClient();
afterAll(async () => await project[Symbol.asyncDispose]());

async function json(path: string) {
  return JSON.parse(await readFile(join(project.client, path), 'utf8'));
}

/** Runs a module of the project, which must not complain. */
async function run(source: string, ...args: string[]) {
  await project.write('main.js', source);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main.js', ...args], {
    cwd: project.directory,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('the package has the version of the contract, and no dependencies', async () => {
  const described = await json('package.json');
  expect(described.version).toBe(readContract().info.version);
  expect(described).not.toHaveProperty('dependencies');
});

test('a program of the project submits a verse, importing the package and the contract by their names', async () => {
  await using service = await TestService.start({ puzzle: true });
  const tokens = [await token('ann'), await token('site', site)];
  const said = await run(
    `import { createClient } from '@verse-submissions/client';
     import contract from '@verse-submissions/client/openapi.json' with { type: 'json' };
     import { createPuzzleClient } from '@verse-submissions/client/puzzle';
     const [baseUrl, token, siteToken, verse] = process.argv.slice(2);
     const puzzle = createPuzzleClient({ baseUrl, token: siteToken });
     await puzzle.recordCompletion({ date: JSON.parse(verse).localDate, player: 'ann' });
     const client = createClient({ baseUrl, token });
     const results = [await client.submitVerse(JSON.parse(verse)), await client.submitVerse(JSON.parse(verse))];
     process.stdout.write(JSON.stringify([contract, ...results]));`,
    ...[service.url, ...tokens, JSON.stringify(validSubmission)],
  );
  expect(said).toMatchObject([
    JSON.parse(JSON.stringify(readContract())),
    { status: 201 },
    { status: 429, retryAfter: expect.any(Number) },
  ]);
});

test('a server that renders pages imports the element, whose manifest has what the class has', async () => {
  const found = await run(
    `import { createClient } from '@verse-submissions/client';
     import { SubmitVerse } from '@verse-submissions/client/element';
     const members = Object.entries(Object.getOwnPropertyDescriptors(SubmitVerse.prototype));
     process.stdout.write(JSON.stringify({
       createClient: typeof createClient,
       attributes: SubmitVerse.observedAttributes,
       properties: members.filter(([, { get }]) => get !== undefined).map(([name]) => name),
       methods: members.filter(([, { value }]) => typeof value === 'function').map(([name]) => name),
     }));`,
  );
  expect(found.createClient).toBe('function');

  const { customElements } = await json('package.json');
  const [{ declarations }] = (await json(customElements)).modules;
  const [{ attributes, members }] = declarations as [
    Record<'attributes' | 'members', { name: string; kind?: string }[]>,
  ];
  const named = (entries: { name: string }[]) => new Set(entries.map(({ name }) => name));
  // Every element of HTML has lang.
  expect(named(attributes)).toEqual(new Set(['lang', ...found.attributes]));
  expect(named(members.filter(({ kind }) => kind === 'field'))).toEqual(new Set(found.properties));
  const called = found.methods.filter((name: string) => name !== 'constructor' && !name.endsWith('Callback'));
  expect(named(members.filter(({ kind }) => kind === 'method'))).toEqual(new Set(called));
});
