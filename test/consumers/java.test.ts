import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { TestService, token } from '../support/service.ts';

const run = promisify(execFile);
const redocly = join(root, 'contract/node_modules/@redocly/cli');

test('the Java of docs/other-languages.md submits a verse and tells the errors apart', async () => {
  await using copy = await ProjectCopy.create(['openapi.yaml']);
  const page = await readFile(join(root, 'docs/other-languages.md'), 'utf8');
  const [, commands = '', program = ''] = /```sh\n([^`]*)```\s+```java\n([^`]*)```/.exec(page) ?? [];
  await writeFile(join(copy.directory, 'Submit.java'), program);
  const { version } = JSON.parse(await readFile(join(redocly, 'package.json'), 'utf8'));
  const npx = `npx @redocly/cli@${version}`;
  expect(commands).toContain(npx);
  const installed = `${process.execPath} ${join(redocly, 'bin/cli.js')}`;
  const quiet = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const options = { cwd: copy.directory, env: { ...process.env, ...quiet } };
  await run('sh', ['-ec', commands.replace(npx, installed)], options);

  await using service = await TestService.start();
  await service.solve(['ann', 'ben']);
  const [ann, ben] = [await token('ann'), await token('ben')];
  const submit = async (TOKEN: string, verse: string) => {
    const env = { ...process.env, VERSES_URL: service.url, TOKEN };
    return (await run('java', ['-cp', 'classes', 'Submit', ...verse.split(' ')], { ...options, env })).stdout;
  };
  const invalid = 'verse must be an integer from 1 to 36: John 3 has 36 verses\n';
  expect(await submit(ann, '2026-11-21 JHN 3 16')).toMatch(/^John 3:16 will be the verse for \d{4}-\d\d-\d\d\n$/);
  expect(await submit(ann, '2026-11-21 JHN 3 16')).toMatch(/^You can submit again at \d{4}-\d\d-\d\dT.*Z\n$/);
  expect(await submit(ben, '2026-11-21 JHN 3 37')).toBe(invalid);
  expect(await submit(ben, '2026-11-20 JHN 3 16')).toBe('Solve the puzzle first\n');
  expect(await submit('none', '2026-11-21 JHN 3 16')).toBe('Sign in again\n');
}, 180_000);
