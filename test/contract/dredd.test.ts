import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DocumentedResponse, documentedResponses, readContract } from '../../contract/document.ts';
import { type ResponseFault, spoiledResponses } from '../../contract/dredd/faults.ts';
import type { JsonResponse } from '../../contract/dredd/proxy.ts';
import { responseFaults } from '../../contract/dredd/response-faults.ts';
import { type Mock, startMock } from '../../contract/mock/server.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';

/** `npm run dredd -- --faults` shows the same on real runs. */
describe('a faulty response is reported', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock(0);
  });
  afterAll(async () => {
    await mock.close();
  });

  /** Gets a documented response from the mock, and checks it before and after it is spoiled. */
  async function faultsWith(spoil: ResponseFault['spoil'], documented: DocumentedResponse) {
    const { operation, status, kind } = documented;
    const ofNoOperation = status === '404' ? 'GET /other' : `GET ${submitVerseOperation.path}`;
    const [method = '', path = ''] = (operation ?? ofNoOperation).split(' ');
    const Prefer = `code=${status}${kind === undefined ? '' : `, example=${kind}`}`;
    const received = await fetch(mock.url + path, { method, headers: { Prefer } });
    const headers = new Headers(received.headers);
    headers.delete('Preference-Applied');
    for (const name of received.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name);

    const response: JsonResponse = {
      status: received.status,
      headers,
      body: (await received.json()) as JsonResponse['body'],
    };
    const faults = () =>
      responseFaults(method, path, { ...response, text: JSON.stringify(response.body) }, documented).map(
        ({ text }) => text,
      );
    expect(faults()).toEqual([]);
    spoil(response, { method, path, body: '' });
    return faults();
  }

  test.each(spoiledResponses)('$name, for that reason only', async ({ operation, status, spoil, reason }) => {
    // The mock rejects no bad request as the service does: Node's client cannot send one.
    const documented = documentedResponses(readContract()).filter(
      (response) =>
        response.status === String(status) &&
        response.name !== '400 BadRequest' &&
        [undefined, response.operation].includes(operation),
    );
    const reasons = (await Promise.all(documented.map((response) => faultsWith(spoil, response)))).flat();
    expect(reasons).not.toEqual([]);
    expect(reasons.filter((given) => !reason.test(given))).toEqual([]);
  });
});

test('generated files that are stale end the run at once, since the service is generated from them', async () => {
  await using copy = await ContractCopy.create();
  await copy.edit((contract) =>
    contract.setIn(['components', 'schemas', 'CooldownActive', 'properties', 'error', 'enum', 0], 'Wait'),
  );
  const { status, stdout, stderr } = copy.run('scripts/dredd.ts');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Out of date: src\/generated\/openapi\.json, .*\. Run `npm run codegen` and commit the result\.$/m,
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
      { name: 'player', in: 'path', required: true, example: 'me' },
      { name: 'since', in: 'query', required: false, example: '2026-11-01' },
    ]) {
      const schema = { type: 'string', maxLength: 10 };
      contract.addIn(['paths', path, 'get', 'parameters'], { ...parameter, 'x-read-by': 'middleware', schema });
    }
  });
  const states = join(copy.directory, 'contract/dredd/states.ts');
  await writeFile(states, (await readFile(states, 'utf8')).replaceAll('/api/submissions', path));
  expect(copy.run('scripts/codegen.ts')).toMatchObject({ status: 0 });

  const { status, stdout } = copy.run('scripts/dredd.ts');
  for (const kind of ['200', '401', '500', '401 before 500']) expect(stdout).toContain(`pass: GET ${path} ${kind} `);
  expect(status).toBe(0);
});

test('Ctrl-C leaves nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-test-'));
  // As package.json has it: Dredd's dependencies use deprecated parts of Node.
  const noWarnings = ['--disable-warning=DEP0060', '--disable-warning=Warning'];
  const run = new RunningScript(root, [...noWarnings, 'scripts/dredd.ts'], { TMPDIR: directory });
  await run.printed(/^pass/m);
  const [data = ''] = await readdir(directory);
  const postgres = Number.parseInt(await readFile(join(directory, data, 'postgres/postmaster.pid'), 'utf8'), 10);
  expect(isAlive(postgres)).toBe(true);
  await expect(run.kill('SIGINT')).resolves.toBe(1);
  expect(run.stderr).toContain('Interrupted by SIGINT\n');
  await ended(postgres);
  await expect(readdir(directory)).resolves.toEqual([]);
  await rm(directory, { recursive: true });
});
