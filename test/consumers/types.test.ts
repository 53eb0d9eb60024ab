import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';

test('the generated clients compile with the strict options of the project', () => {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'test/consumers'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
