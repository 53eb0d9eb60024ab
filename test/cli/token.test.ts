import { expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { RunningScript } from '../support/process.ts';
import { testSecret } from '../support/service.ts';

/** What `npm run token` prints, with the secret of the tests. */
async function run(...args: string[]) {
  const script = new RunningScript('.', ['src/cli/token.ts', ...args], { AUTH_JWT_SECRET: testSecret });
  return { exitCode: await script.exitCode, stdout: script.stdout.trim(), stderr: script.stderr.trim() };
}

test.each<[string, string[], string[] | undefined]>([
  ['no role', ['ann'], undefined],
  [
    'several roles, before the user',
    ['--role', 'calendar-editor', '--role', 'calendar-viewer', 'ann'],
    ['calendar-editor', 'calendar-viewer'],
  ],
])('npm run token prints a token with %s', async (_title, args, roles) => {
  const { exitCode, stdout, stderr } = await run(...args);
  expect([exitCode, stderr]).toEqual([0, '']);
  const { sub, roles: claim } = decodeJwt(stdout);
  expect([sub, claim]).toEqual(['ann', roles]);
});

test('npm run token rejects a role that the contract does not have, and names those that it has', async () => {
  expect(await run('ann', '--role', 'editor')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      "error: option '--role <role>' argument 'editor' is invalid. It must be one of calendar-viewer, calendar-editor, puzzle.",
  });
});
