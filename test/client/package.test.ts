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

test('the package has the version of the contract, and no dependencies', async () => {
  const described = JSON.parse(await readFile(join(project.client, 'package.json'), 'utf8'));
  expect(described.version).toBe(readContract().info.version);
  expect(described).not.toHaveProperty('dependencies');
});

test('a program of the project submits a verse, importing the package and the contract by their names', async () => {
  await using service = await TestService.start({ puzzle: true });
  await project.write(
    'main.js',
    `import { createClient } from '@verse-submissions/client';
     import contract from '@verse-submissions/client/openapi.json' with { type: 'json' };
     import { createPuzzleClient } from '@verse-submissions/client/puzzle';
     const [baseUrl, token, siteToken, verse] = process.argv.slice(2);
     const puzzle = createPuzzleClient({ baseUrl, token: siteToken });
     await puzzle.recordCompletion({ date: JSON.parse(verse).localDate, player: 'ann' });
     const client = createClient({ baseUrl, token });
     const results = [await client.submitVerse(JSON.parse(verse)), await client.submitVerse(JSON.parse(verse))];
     process.stdout.write(JSON.stringify([contract, ...results]));`,
  );
  const tokens = [await token('ann'), await token('site', site)];
  const args = ['main.js', service.url, ...tokens, JSON.stringify(validSubmission)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project.directory });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject([
    JSON.parse(JSON.stringify(readContract())),
    { status: 201 },
    { status: 429, retryAfter: expect.any(Number) },
  ]);
});
