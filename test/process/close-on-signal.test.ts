import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';

function closing(closers: string): RunningScript {
  return new RunningScript(root, [
    '--input-type=module',
    '--eval',
    `import { pino } from 'pino';
     import { setTimeout } from 'node:timers/promises';
     import { closeOnSignal } from './src/process/close-on-signal.ts';
     closeOnSignal(pino(), [${closers}, async () => console.log('closed')]);
     setInterval(() => {}, 1_000);
     console.log('ready');`,
  ]);
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s closes, which the log says', async (signal) => {
  const script = closing('() => setTimeout(50)');
  await script.printed(/ready/);
  expect(await script.kill(signal)).toBe(0);
  expect(script.stdout).toMatch(RegExp(`"signal":"${signal}","msg":"stopping"[^]*closed\n$`));
});

test('a closer that rejects is logged, and the others still run', async () => {
  const script = closing("async () => { throw new Error('stuck'); }");
  await script.printed(/ready/);
  expect(await script.kill('SIGTERM')).toBe(0);
  expect(script.stdout).toMatch(/"message":"stuck".*"msg":"closing failed"/);
  expect(script.stdout).toContain('closed\n');
});

test('the signal that npm hands on after the terminal has sent it does not count as a second one', async () => {
  const script = closing('() => setTimeout(200)');
  await script.printed(/ready/);
  void script.kill('SIGINT');
  await script.printed(/stopping/);
  expect(await script.kill('SIGINT')).toBe(0);
  expect(script.stdout).toContain('closed\n');
});
