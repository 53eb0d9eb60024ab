import { readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { parse, stringify } from 'yaml';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderFiles } from '../../scripts/codegen/files.ts';
import { format } from '../../scripts/codegen/format.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { type Edits, edited } from '../support/contract-edits.ts';
import { contractWithRoles, madeUpContract } from '../support/made-up-contract.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Contracts with what the project's own lack; codegen-any-operation.test.ts and test/api/api.test.ts run the code of others. */
const golden = parse(readFileSync(join(root, 'test/contract/codegen-golden.yaml'), 'utf8'));
const contracts = [
  ...Object.entries<Edits>(golden.contracts).map(
    ([name, edits]) => [name, edited(madeUpContract(), edits, golden.places)] as const,
  ),
  ['roles', contractWithRoles()] as const,
];

describe('the code of a made-up contract', () => {
  test.each(contracts)('%s: it is as committed in __snapshots__', async (_name, contract) => {
    expect(await format(renderOperations(contract, './openapi.ts'))).toMatchSnapshot('service');
    expect(await format(renderClient(contract))).toMatchSnapshot('client');
  });

  // One program for all: the compiler needs seconds for its libraries.
  test('compiles, with code that uses it', async () => {
    const directory = await temporaryDirectory();
    const sources = await Promise.all(
      contracts.map(async ([name, contract]) => {
        const types = await renderTypes(stringify(contract));
        return Object.entries({
          [`${name}/src/openapi.ts`]: types,
          [`${name}/src/operations.ts`]: renderOperations(contract, './openapi.ts'),
          [`${name}/src/use.ts`]: golden.uses[name] ?? '',
          [`${name}/client/options.ts`]: 'export interface CallOptions {}\nexport interface KeyedCallOptions {}\n',
          [`${name}/client/generated/openapi.ts`]: types,
          [`${name}/client/generated/operations.ts`]: renderClient(contract),
        });
      }),
    );
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    const files = sources.flat().map(([name, source]) => [join(directory, name), source] as const);
    for (const [file, source] of files) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, source);
    }
    const program = ts.createProgram(
      files.map(([file]) => file),
      {
        target: ts.ScriptTarget.ESNext,
        lib: ['lib.esnext.d.ts'],
        types: [],
        module: ts.ModuleKind.NodeNext,
        noEmit: true,
        strict: true,
        allowImportingTsExtensions: true,
      },
    );
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]);
    await rm(directory, { recursive: true });
    expect(errors).toEqual([]);
  }, 120_000);
});

test('a contract without books gives no division, and one with more books than the packages have is an error', () => {
  expect(renderDivision(madeUpContract())).toBe('export const division = {\n} as const;\n');
  const contract = readContract();
  contract.components.schemas['BookId']?.enum?.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: the packages have no book XXX');
});

describe('all files', () => {
  const sources = Object.fromEntries(
    contractFiles.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  ) as Record<ContractFile, string>;
  const types = 'src/generated/openapi.ts';
  const operations = 'src/generated/operations.ts';
  const clientOperations = 'client/src/generated/operations.ts';

  test('are committed as they are generated', async () => {
    const files = Object.entries(await renderFiles(sources));
    expect(files.length).toBeGreaterThan(5);
    for (const [name, content] of files) expect(content).toBe(readFileSync(join(root, name), 'utf8'));
  });

  test.each<[string, Edits, string[]]>([
    ['another error text', { set: { 'NotSolvedToday.error enum 0': 'Solve it first' } }, [types, operations]],
    ['another limit', { set: { 'paths /api/submit-verse post requestBody x-max-bytes': 1024 } }, [operations]],
  ])('%s in the contract changes the files that depend on it', async (_title, edits, changed) => {
    const before = await renderFiles(sources);
    const after = await renderFiles({ ...sources, 'openapi.yaml': stringify(edited(readContract(), edits)) });
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(changed);
  });

  test('--check names those out of date and changes nothing; without it, codegen writes them', async () => {
    await using copy = await ContractCopy.create();
    const generated = () =>
      Promise.all(
        [types, operations, clientOperations].map((name) =>
          readFile(join(copy.directory, name), 'utf8').catch(() => undefined),
        ),
      );
    const upToDate = await generated();
    for (const name of [types, clientOperations]) await appendFile(join(copy.directory, name), '\n');
    await rm(join(copy.directory, operations));
    const outOfDate = await generated();

    expect(copy.run('scripts/codegen.ts', '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Out of date: ${types}, ${operations}, ${clientOperations}. Run \`npm run codegen\` and commit the result.\n`,
    });
    expect(await generated()).toEqual(outOfDate);
    expect(copy.run('scripts/codegen.ts')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await generated()).toEqual(upToDate);
    expect(copy.run('scripts/codegen.ts', '--check')).toEqual({ status: 0, stdout: '', stderr: '' });
  }, 60_000);
});
