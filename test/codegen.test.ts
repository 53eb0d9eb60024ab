import { spawnSync } from 'node:child_process';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Document, parse } from 'yaml';
import { renderDivision } from '../scripts/codegen/division.ts';
import { renderOperations } from '../scripts/codegen/operations.ts';
import { ContractCopy } from './support/contract-copy.ts';

const checkout = fileURLToPath(new URL('../', import.meta.url));
const script = 'scripts/codegen.ts';
const document = 'src/generated/openapi.json';
const types = 'src/generated/openapi.ts';
const operations = 'src/generated/operations.ts';
const clientTypes = 'client/src/generated/openapi.ts';
const silent = { status: 0, stdout: '', stderr: '' };

test('the generated files are what the contracts give', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, script), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual(silent);
});

test('the replies leave out the headers that middleware sets, and only those', async () => {
  const contract = parse(await readFile(join(checkout, 'openapi.yaml'), 'utf8'));
  const asArgument = 'headers["X-Request-Id"]';
  expect(renderOperations(contract, './openapi.ts')).not.toContain(asArgument);
  delete contract.components.headers['X-Request-Id']['x-set-by'];
  expect(renderOperations(contract, './openapi.ts')).toContain(asArgument);
});

test('a book that no package knows gives nothing', async () => {
  const contract = parse(await readFile(join(checkout, 'openapi.yaml'), 'utf8'));
  contract.components.schemas.BookId.enum.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: nothing is known of the book XXX');
});

describe('in a copy', () => {
  let copy: ContractCopy;
  beforeEach(async () => {
    copy = await ContractCopy.create();
  });
  afterEach(async () => {
    await copy[Symbol.asyncDispose]();
  });

  async function generated(): Promise<(string | undefined)[]> {
    return await Promise.all(
      [types, operations].map((path) => readFile(join(copy.directory, path), 'utf8').catch(() => undefined)),
    );
  }

  const operation = ['paths', '/api/submit-verse', 'post'];
  const errorText = ['components', 'schemas', 'NotSolvedToday', 'properties', 'error', 'enum', 0];

  test.each([
    {
      cause: 'another error text in the contract',
      spoil: () => copy.edit((contract) => contract.setIn(errorText, 'Solve it first')),
      stale: [document, types, operations, clientTypes],
    },
    {
      cause: 'another limit in the contract',
      spoil: () => copy.edit((contract) => contract.setIn([...operation, 'requestBody', 'x-max-bytes'], 1024)),
      stale: [document, operations],
    },
    { cause: 'an edited file', spoil: () => appendFile(join(copy.directory, types), '\n'), stale: [types] },
    { cause: 'a missing file', spoil: () => rm(join(copy.directory, operations)), stale: [operations] },
  ])('--check reports $cause, and changes nothing', async ({ spoil, stale }) => {
    await spoil();
    const before = await generated();
    expect(copy.run(script, '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Not what the contracts give: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.\n`,
    });
    expect(await generated()).toEqual(before);
  });

  test('codegen mends what --check reports', async () => {
    const before = await generated();
    await rm(join(copy.directory, 'src'), { recursive: true });
    expect(copy.run(script)).toEqual(silent);
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
    await copy.edit(edit);
    const before = await generated();
    const { status, stderr } = copy.run(script);
    expect(stderr).toContain(`submitVerse: ${message}\n`);
    expect(status).toBe(1);
    expect(await generated()).toEqual(before);
  });
});
