import { afterAll, expect, test } from '@jest/globals';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/** Without the data of an earlier start. */
const project = await ProjectCopy.create(['src', 'scripts', 'package.json', 'openapi.yaml', 'contract']);
afterAll(() => project[Symbol.asyncDispose]());

test.each([
  ['src/cli/token.ts', ['ann'], 'run `npm start` first, or set AUTH_JWT_SECRET'],
  ['scripts/demo-solve.ts', ['ann'], 'run `npm start` first, or set AUTH_JWT_SECRET'],
  ['scripts/psql.ts', [], 'run `npm start` in another terminal'],
])('before the first npm start, %s says in one line what to do first', async (script, args, advice) => {
  const running = new RunningScript(project.directory, [script, ...args], {});
  expect(await running.exitCode).toBe(1);
  expect(running.stderr).toMatch(RegExp(`^.*${advice}\n$`));
});
