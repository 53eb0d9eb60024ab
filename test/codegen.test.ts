import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Document, parse, parseDocument } from 'yaml';
import { renderOperations } from '../scripts/codegen/operations.ts';

const checkout = fileURLToPath(new URL('../', import.meta.url));
const document = 'src/generated/openapi.json';
const types = 'src/generated/openapi.ts';
const operations = 'src/generated/operations.ts';
const clientTypes = 'client/src/generated/openapi.ts';
const silent = { status: 0, stdout: '', stderr: '' };

function codegen(directory: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'scripts/codegen.ts'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the generated files are what the contracts give', () => {
  expect(codegen(checkout, '--check')).toEqual(silent);
});

test('the replies leave out the headers that middleware sets, and only those', async () => {
  const contract = parse(await readFile(join(checkout, 'openapi.yaml'), 'utf8'));
  const asArgument = 'headers["X-Request-Id"]';
  expect(renderOperations(contract, './openapi.ts')).not.toContain(asArgument);
  delete contract.components.headers['X-Request-Id']['x-set-by'];
  expect(renderOperations(contract, './openapi.ts')).toContain(asArgument);
});

describe('in a copy', () => {
  let copy: string;
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'codegen-'));
    for (const path of [
      'openapi.yaml',
      'openapi.admin.yaml',
      'package.json',
      'scripts',
      'src/generated',
      'client/src/generated',
    ]) {
      await cp(join(checkout, path), join(copy, path), { recursive: true });
    }
    await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  });
  afterEach(async () => {
    await rm(copy, { recursive: true });
  });

  async function editContract(edit: (contract: Document) => void): Promise<void> {
    const path = join(copy, 'openapi.yaml');
    const contract = parseDocument(await readFile(path, 'utf8'));
    edit(contract);
    await writeFile(path, String(contract));
  }

  async function generated(): Promise<(string | undefined)[]> {
    return await Promise.all(
      [types, operations].map((path) => readFile(join(copy, path), 'utf8').catch(() => undefined)),
    );
  }

  const operation = ['paths', '/api/submit-verse', 'post'];
  const errorText = ['components', 'schemas', 'NotSolvedToday', 'properties', 'error', 'enum', 0];

  test.each([
    {
      cause: 'another error text in the contract',
      spoil: () => editContract((contract) => contract.setIn(errorText, 'Solve it first')),
      stale: [document, types, operations, clientTypes],
    },
    {
      cause: 'another limit in the contract',
      spoil: () => editContract((contract) => contract.setIn([...operation, 'requestBody', 'x-max-bytes'], 1024)),
      stale: [document, operations],
    },
    { cause: 'an edited file', spoil: () => appendFile(join(copy, types), '\n'), stale: [types] },
    { cause: 'a missing file', spoil: () => rm(join(copy, operations)), stale: [operations] },
  ])('--check reports $cause, and changes nothing', async ({ spoil, stale }) => {
    await spoil();
    const before = await generated();
    expect(codegen(copy, '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Not what the contracts give: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.\n`,
    });
    expect(await generated()).toEqual(before);
  });

  test('codegen mends what --check reports', async () => {
    const before = await generated();
    await rm(join(copy, 'src'), { recursive: true });
    expect(codegen(copy)).toEqual(silent);
    expect(await generated()).toEqual(before);
  });

  test.each<[string, (contract: Document) => void, string]>([
    [
      'a refusal that no check gives',
      (contract) => contract.deleteIn([...operation, 'x-checks', 3]),
      'in x-checks but no response: none; a response but in no check: 403 NotSolvedToday',
    ],
    [
      'a status that no check gives',
      (contract) =>
        contract.setIn([...operation, 'responses', '409'], contract.getIn([...operation, 'responses', '403'])),
      'in x-checks but no response: none; a response but in no check: 409 NotSolvedToday',
    ],
    [
      'a check that no response documents',
      (contract) => contract.deleteIn([...operation, 'responses', '413']),
      'in x-checks but no response: 413 RequestBodyTooLarge; a response but in no check: none',
    ],
    [
      'a check with the status of another response',
      (contract) => contract.setIn([...operation, 'x-checks', 3, 'status'], 401),
      'in x-checks but no response: 401 NotSolvedToday; a response but in no check: 403 NotSolvedToday',
    ],
  ])('a contract that contradicts itself gives nothing: %s', async (_, edit, message) => {
    await editContract(edit);
    const before = await generated();
    const { status, stderr } = codegen(copy);
    expect(stderr).toContain(`submitVerse: ${message}\n`);
    expect(status).toBe(1);
    expect(await generated()).toEqual(before);
  });
});
