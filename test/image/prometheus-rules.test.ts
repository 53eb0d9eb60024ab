import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';

test.each([
  [
    'Prometheus accepts the rules',
    ['check', 'rules', '--lint-fatal', 'deploy/prometheus-rules.yaml'],
    '11 rules found',
  ],
  ['each alert fires when it should', ['test', 'rules', 'test/image/prometheus-rules.test.yaml'], 'SUCCESS'],
])('%s', async (_title, args, says) => {
  const { stdout } = await promisify(execFile)('promtool', args, { cwd: root });
  expect(stdout).toContain(says);
});
