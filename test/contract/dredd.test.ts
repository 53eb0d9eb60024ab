import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

test('generated files that are stale end the run at once, since the service is generated from them', async () => {
  await using copy = await ContractCopy.create();
  await copy.edit((contract) =>
    contract.setIn(['components', 'schemas', 'CooldownActive', 'properties', 'error', 'enum', 0], 'Wait'),
  );
  const { status, stdout, stderr } = copy.run('scripts/dredd.ts');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Out of date: src\/generated\/openapi\.ts, .*\. Run `npm run codegen` and commit the result\.$/m,
  );
});

test('a state is found by the operation, whatever the parameters of its path and its query', async () => {
  const path = '/api/players/{player}/submissions';
  await using copy = await ContractCopy.create();
  await copy.edit((contract) => {
    const item = contract.getIn(['paths', '/api/submissions']);
    contract.deleteIn(['paths', '/api/submissions']);
    contract.setIn(['paths', path], item);
    for (const parameter of [
      { name: 'player', in: 'path', description: 'Whose', required: true, example: 'me' },
      { name: 'since', in: 'query', description: 'From when', required: false, example: '2026-11-01' },
    ]) {
      const schema = { type: 'string', maxLength: 10 };
      contract.addIn(['paths', path, 'get', 'parameters'], { ...parameter, 'x-read-by': 'middleware', schema });
    }
  });
  const states = join(copy.directory, 'contract/dredd/states/openapi.ts');
  await writeFile(states, (await readFile(states, 'utf8')).replaceAll('/api/submissions', path));
  expect(copy.run('scripts/codegen.ts')).toMatchObject({ status: 0 });

  const { status, stdout } = copy.run('scripts/dredd.ts');
  for (const kind of ['200', '401', '500', '401 before 500']) expect(stdout).toContain(`pass: GET ${path} ${kind} `);
  expect(status).toBe(0);
});

test('Ctrl-C leaves nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-test-'));
  const run = new RunningScript(root, ['scripts/dredd.ts'], { TMPDIR: directory });
  await run.printed(/^pass/m, 200_000);
  const [data = ''] = await readdir(directory);
  const postgres = Number.parseInt(await readFile(join(directory, data, 'postgres/postmaster.pid'), 'utf8'), 10);
  expect(isAlive(postgres)).toBe(true);
  await expect(run.kill('SIGINT')).resolves.toBe(1);
  expect(run.stderr).toContain('Interrupted by SIGINT\n');
  await ended(postgres);
  await expect(readdir(directory)).resolves.toEqual([]);
  await rm(directory, { recursive: true });
});
