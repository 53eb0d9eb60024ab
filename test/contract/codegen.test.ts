import { globSync, readFileSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderFiles } from '../../scripts/codegen/files.ts';
import { format } from '../../scripts/codegen/format.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { onlyRead } from '../../scripts/codegen/read.ts';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { wrapComments } from '../../scripts/codegen/wrap-comments.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { edited } from '../support/contract-edits.ts';
import { goldenContract } from '../support/golden-contract.ts';

const contract = goldenContract();

function codeOf(given: Contract) {
  const modules = { options: '../options.ts', types: './openapi.ts' };
  return { service: renderOperations(given, './openapi.ts'), client: renderClient(given, modules) };
}

/**
 * What only the golden contract shows of the code. The committed code of the real contracts shows
 * the rest.
 */
const shown = {
  service: /^export (const|interface) (fullMessages|listItems|removeNote|getTable|sharedResponses)/im,
  client: /^export (const|interface|type) (ListItems|SetNoteRequest|RemoveNoteResult|GetTable|Operations)/im,
};

test('the code of the golden contract is as committed in __snapshots__', async () => {
  const code = codeOf(contract);
  for (const part of ['service', 'client'] as const) {
    const declarations = (await format(code[part])).split('\n\n');
    expect(declarations.filter((each) => shown[part].test(each)).join('\n\n')).toMatchSnapshot(part);
  }
});

test('a retry may get another response than the one that was lost, unless the service repeats it', () => {
  const key = goldenContract().paths['/shelves/{shelf}/items']?.post?.parameters?.slice(1);
  const repeats = edited(contract, { add: { 'paths /shelves/{shelf}/note delete parameters': key ?? [] } });
  expect([contract, repeats].map((each) => codeOf(each).client.split('retried?').length - 1)).toEqual([7, 3]);
});

test('the client checks no member that not every body of a response has, with one type', () => {
  const [at, required] = [{ type: 'string' }, ['error', 'at']];
  const two = edited(contract, {
    set: { 'InvalidShelf.at': at, 'InvalidShelf required': required },
    copy: { 'InvalidShelf.at': 'InvalidSince.at', 'InvalidShelf required': 'InvalidSince required' },
  });
  const all = edited(two, { set: { 'InvalidLimit.at': { type: 'integer' }, 'InvalidLimit required': required } });
  const checks = (given: Contract) => codeOf(given).client.split('export const operations')[1];
  for (const given of [two, all]) expect(checks(given)).toBe(checks(contract));
});

test('a text of x-messages is the type of its member', async () => {
  expect(await renderTypes(stringify(contract, { aliasDuplicateObjects: false }))).toMatch(
    /error: `A .*, a \$\$\{string\} and a \$\{string\}` \| "There is none" \| `No \$\{string\}`;/,
  );
});

test('the division is that of the contract, and empty without books', () => {
  const books = ['  "LO": {"name":"It\'s low","verses":[1,2]},', '  "HI": {"name":"High","verses":[3]},'];
  const code = (rows: string[]) => ['export const division = {', ...rows, '} as const;\n'].join('\n');
  expect(renderDivision(contract)).toBe(code(books));
  expect(renderDivision(edited(contract, { remove: ['BookId'] }))).toBe(code([]));
});

test('a long comment is filled as Markdown, and its code and examples stay as they are', () => {
  const long = 'a sentence that is longer than what is left of a line of one hundred columns, by far';
  const code = `\`\`\`ts\nconst ${'x'.repeat(100)} = 1;\n\`\`\``;
  const comment = (lines: string) => `/**\n${lines.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\ntype T = 1;\n`;
  const given = comment(
    `Summary\n@description First, ${long} 2. It\n    ends.\n\n    1. One is ${long}\n       of it.\n    2. Two.\n@example ${long} ${long}\n${code}`,
  );
  const filled = comment(
    'Summary\n@description First, a sentence that is longer than what is left of a line of one hundred columns,\n' +
      '    by far 2. It ends.\n\n' +
      '    1. One is a sentence that is longer than what is left of a line of one hundred columns, by\n' +
      `       far of it.\n    2. Two.\n@example ${long} ${long}\n${code}`,
  );
  expect(wrapComments(given)).toBe(filled);
  const withCode = comment(`Code:\n\`\`\`ts\n${'f(1); '.repeat(20)}\n\`\`\``);
  expect(wrapComments(withCode)).toBe(withCode);
  expect(wrapComments(`  /** ${long} ${'y'.repeat(20)} */\n`)).toBe(
    `  /**\n   * ${long}\n   * ${'y'.repeat(20)}\n   */\n`,
  );
});

test('no comment of the generated code has more than 100 columns, except in examples', () => {
  const files = globSync('{client,desk,src}/{src/,}{*/,}generated/*.ts', { cwd: root });
  const comments = files
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((code) => code.match(/^ *\/\*\*.*?\*\//gms) ?? []);
  const lines = comments.flatMap((comment) => comment.replace(/@example(?! *\n *\* ```).*/s, '').split('\n'));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

test('a constant whose name nobody writes is left out', () => {
  const read = 'export const actions = [];\n\nexport const ofTheCode = 1;\n\nconst twice = 2 * ofTheCode;';
  expect(onlyRead(`/** No. */\nexport const ofNobody = [\n];\n\n${read}`)).toBe(read);
});

test('no file is made of a contract that contradicts itself, or that the client cannot express', async () => {
  const sources = Object.fromEntries(
    contractFiles.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  ) as Record<ContractFile, string>;
  const faulty = edited(readContract(), {
    set: { 'paths /api/eligibility get operationId': 'then', 'Eligibility.status': { type: 'boolean' } },
  });
  const error: unknown = await renderFiles({ ...sources, 'openapi.yaml': stringify(faulty) }).catch((error) => error);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message.split('\n')).toEqual([
    expect.stringMatching(/^openapi\.yaml: \/paths\/~1api~1eligibility\/get\/operationId: is then; allowed: /),
    expect.stringMatching(
      /^openapi\.yaml: \/components\/schemas\/Eligibility\/properties\/status: is status; allowed: /,
    ),
  ]);
});

const types = 'src/generated/openapi.ts';
const operations = 'src/generated/operations.ts';
const clientOperations = 'client/src/generated/operations.ts';

test('--check, Dredd and the report name the files out of date, and change nothing; codegen writes them', async () => {
  await using copy = await ContractCopy.create();
  const generated = () =>
    Promise.all(
      [types, operations, clientOperations].map((name) =>
        readFile(join(copy.directory, name), 'utf8').catch(() => undefined),
      ),
    );
  const upToDate = await generated();
  for (const name of [types, operations]) await appendFile(join(copy.directory, name), '\n');
  await rm(join(copy.directory, clientOperations));
  const outOfDate = await generated();

  const outdated = `Out of date: ${types}, ${operations}, ${clientOperations}. Run \`npm run codegen\` and commit the result.\n`;
  const failed = { status: 1, stdout: '', stderr: outdated };
  expect(copy.run('scripts/codegen.ts', '--check')).toEqual(failed);
  // Dredd's service is generated from these files, and the report shows its run.
  for (const script of ['scripts/dredd.ts', 'scripts/contract-report.ts']) expect(copy.run(script)).toEqual(failed);
  expect(await generated()).toEqual(outOfDate);
  const wrote = [types, operations, clientOperations].map((name) => `wrote ${name}\n`).join('');
  expect(copy.run('scripts/codegen.ts')).toEqual({ status: 0, stdout: wrote, stderr: '' });
  expect(await generated()).toEqual(upToDate);
}, 180_000); // four runs of scripts that need seconds
