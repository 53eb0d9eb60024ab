import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';

test('a closer that rejects is logged, and the others still run', async () => {
  const script = new RunningScript(root, [
    '--input-type=module',
    '--eval',
    `import { pino } from 'pino';
     import { closeOnSignal } from './src/cli/close-on-signal.ts';
     closeOnSignal(pino(), [async () => { throw new Error('stuck'); }, async () => console.log('closed')]);
     setInterval(() => {}, 1_000);
     console.log('ready');`,
  ]);
  await script.printed(/ready/);
  expect(await script.kill('SIGTERM')).toBe(0);
  expect(script.stdout).toMatch(/"message":"stuck".*"msg":"closing failed"/);
  expect(script.stdout).toContain('closed\n');
});
