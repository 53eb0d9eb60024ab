import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { installPackedClient } from '../support/packed-client.ts';

const project = await installPackedClient();
afterAll(async () => await project[Symbol.asyncDispose]());

async function json(path: string) {
  return JSON.parse(await readFile(path, 'utf8'));
}

test('a server that renders pages imports the element, whose manifest has what the class has', async () => {
  await project.write(
    'server.js',
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
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['server.js'], { cwd: project.directory });
  expect(stderr).toBe('');
  const found = JSON.parse(stdout);
  expect(found.createClient).toBe('function');

  const { customElements } = await json(join(project.client, 'package.json'));
  const [{ declarations }] = (await json(join(project.client, customElements))).modules;
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
