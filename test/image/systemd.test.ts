import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { unknownVariables } from '../../src/config.ts';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test("systemd accepts the unit, which starts Node as npm does, with the service's variables", async () => {
  const unit = await readFile(join(root, 'deploy/systemd/verses@.service'), 'utf8');
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // Without npm, whose hook looks at the version of Node.
  const start = scripts.start.replace('node ', 'node --import ./scripts/check-node.js ');
  expect(unit).toContain(`\nExecStart=/usr/bin/${start}\n`);
  const variables = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => [name, 'set']);
  expect(unknownVariables(Object.fromEntries(variables))).toEqual(new Map());
  // systemd looks for the program, and this machine may have Node elsewhere.
  const directory = await temporaryDirectory();
  const file = join(directory, 'verses@.service');
  await writeFile(file, unit.replace('/usr/bin/node', process.execPath));
  expect(await promisify(execFile)('systemd-analyze', ['verify', file])).toEqual({ stdout: '', stderr: '' });
  await rm(directory, { recursive: true });
});
