import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderFiles } from '../../scripts/codegen/files.ts';
import { format } from '../../scripts/codegen/format.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { onlyRead } from '../../scripts/codegen/read.ts';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { type Edits, edited } from '../support/contract-edits.ts';
import { generate, goldenContract } from '../support/golden-contract.ts';

const contract = goldenContract();

function codeOf(given: Contract) {
  const modules = { options: '../options.ts', types: './openapi.ts' };
  return { service: renderOperations(given, './openapi.ts'), client: renderClient(given, modules) };
}

async function typesOf(given: Contract): Promise<string> {
  return await renderTypes(stringify(given, { aliasDuplicateObjects: false }));
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

test('the code of the golden contract makes responses, with what the contract fixes and what the handler gives', async () => {
  const code = (await generate(contract)) as unknown as {
    listItemsResponses: { itemList: (body: object, headers: object) => object };
    fullMessages: Record<string, (values?: object) => string>;
  };
  expect(code.listItemsResponses.itemList({ items: [], limit: 0 }, { 'X-Item-Count': 0 })).toEqual({
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Item-Count': 0 },
    body: { kind: 'items', items: [], limit: 0 },
  });
  expect(code.fullMessages['full']?.({ x: 'y', shelf: 1 })).toBe('A `\\d`, a $y and a 1');
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
  expect(await typesOf(contract)).toMatch(
    /error: `A .*, a \$\$\{string\} and a \$\{string\}` \| "There is none" \| `No \$\{string\}`;/,
  );
});

/** The keywords that the code does not need, with who does. */
const withoutCode: Readonly<Record<string, string>> = {
  additionalProperties: 'Ajv, which checks responses',
  bearerFormat: 'documents',
  info: 'documents, and the start of the service',
  license: 'documents',
  minItems: 'Ajv, which checks responses',
  minimum: 'Ajv, which checks parameters and responses',
  scheme: 'documents',
  servers: 'documents',
  tags: 'documents',
  title: 'documents',
  url: 'documents',
  value: 'the mock and Dredd',
  version: 'the comparison, and the start of the service',
  when: 'the report',
  'x-api-id': 'catalogs of contracts',
  'x-audience': 'catalogs of contracts',
  'x-internal': 'the linter',
  'x-media-type': 'src/api/operation-handler.ts, which reads it from the contract',
};

interface ProfileSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ProfileSchema>>;
  readonly patternProperties?: Readonly<Record<string, ProfileSchema>>;
  readonly items?: ProfileSchema;
}

/** The keywords that a schema of the profile allows, and those within. A media type is none. */
function keywordsIn({ properties = {}, patternProperties = {}, items }: ProfileSchema): string[] {
  const within = [...Object.values(properties), ...Object.values(patternProperties), ...(items ? [items] : [])];
  return [...Object.keys(properties).filter((name) => !name.includes('/')), ...within.flatMap(keywordsIn)];
}

const { $defs } = parse(readFileSync(join(root, 'contract/profile.yaml'), 'utf8'));
const keywords = new Set(Object.values<ProfileSchema>($defs).flatMap(keywordsIn));

test('each keyword of the profile says what it means', () => {
  const meaningOf = ({ description, $ref = '' }: ProfileSchema) =>
    description ?? $defs[$ref.slice('#/$defs/'.length)]?.description;
  const silent = ({ properties = {}, patternProperties = {}, items }: ProfileSchema): string[] => [
    ...Object.entries(properties).flatMap(([name, each]) => (meaningOf(each) ? silent(each) : [name])),
    ...[...Object.values(patternProperties), ...(items ? [items] : [])].flatMap(silent),
  ];
  // The unions of schemas name the types, which their own schemas describe.
  expect(Object.values<ProfileSchema>($defs).flatMap(silent)).toEqual(['type', 'type', 'type']);
});

/** Keywords whose members have names of the contract's own. */
const maps = 'paths schemas properties headers responses parameters examples x-roles x-messages content'.split(' ');

/** A part of a contract without a keyword, wherever it stands. */
function without(keyword: string, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => without(keyword, item));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([key]) => key !== keyword);
  return Object.fromEntries(
    entries.map(([key, value]): [string, unknown] => {
      if (key === 'example' || key === 'value') return [key, value];
      if (!maps.includes(key) || Array.isArray(value)) return [key, without(keyword, value)];
      return [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, without(keyword, item)]))];
    }),
  );
}

test('each keyword of the profile stands in the golden contract, and changes the code unless another tool needs it', async () => {
  const before = codeOf(contract);
  const types = await typesOf(contract);
  const unused: string[] = [];
  for (const keyword of keywords) {
    const spoilt = without(keyword, contract) as Contract;
    if (isDeepStrictEqual(spoilt, contract)) throw new Error(`The golden contract has no ${keyword}`);
    const isUnused = async () => isDeepStrictEqual(codeOf(spoilt), before) && (await typesOf(spoilt)) === types;
    if (await isUnused().catch(() => false)) unused.push(keyword); // an error is a case too
  }
  expect(unused.toSorted()).toEqual(Object.keys(withoutCode).toSorted());
});

test('a contract without books gives no division, and one with more books than the packages have is an error', () => {
  expect(renderDivision(goldenContract())).toBe('export const division = {\n} as const;\n');
  const contract = readContract();
  contract.components.schemas['BookId']?.enum?.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: the packages have no book XXX');
});

test('a constant whose name nobody writes is left out', () => {
  const read = 'export const actions = [];\n\nexport const ofTheCode = 1;\n\nconst twice = 2 * ofTheCode;';
  expect(onlyRead(`/** No. */\nexport const ofNobody = [\n];\n\n${read}`)).toBe(read);
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
    [
      'another error text',
      { set: { 'NotSolvedToday.error enum 0': 'Solve it first' } },
      [types, operations, clientOperations],
    ],
    ['another limit', { set: { 'paths /api/submit-verse post requestBody x-max-bytes': 1024 } }, [operations]],
  ])('%s in the contract changes the files that depend on it', async (_title, edits, changed) => {
    const before = await renderFiles(sources);
    const after = await renderFiles({ ...sources, 'openapi.yaml': stringify(edited(readContract(), edits)) });
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(changed);
  });

  test('are not made of a contract that contradicts itself, or that the client cannot express', async () => {
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

  test('--check, Dredd and the report name those out of date, and change nothing; codegen writes them', async () => {
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
    expect(copy.run('scripts/codegen.ts')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await generated()).toEqual(upToDate);
  }, 180_000); // four runs of scripts that need seconds
});
