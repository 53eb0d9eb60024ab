import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { root } from '../../src/root.ts';
import { type Edits, edited, type Places } from '../support/contract-edits.ts';
import { contractWithRoles, madeUpContract } from '../support/made-up-contract.ts';

type Row = { readonly title: string; readonly error: string } & Edits;

const tables: Readonly<Record<string, { readonly places: Places; readonly rows: readonly Row[] }>> = parse(
  readFileSync(join(root, 'test/contract/codegen-errors.yaml'), 'utf8'),
);
const contracts: Readonly<Record<string, Contract>> = {
  'this contract': readContract(),
  'a made-up contract': madeUpContract(),
  'a contract with roles': contractWithRoles(),
};

/** The errors of each part of the code generation, a line each. */
function errorsOf(contract: Contract): string[] {
  const renders = [(contract: Contract) => renderOperations(contract, './openapi.ts'), renderClient, renderDivision];
  return renders.flatMap((render) => {
    try {
      render(contract);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  });
}

describe.each(Object.entries(contracts))('codegen rejects %s with', (name, contract) => {
  const { places = {}, rows = [] } = tables[name] ?? {};

  test.each(rows)('$title', ({ title: _, error, ...edits }) => {
    expect(errorsOf(edited(contract, edits, places))).toContainEqual(expect.stringContaining(error));
  });
});

test('codegen has no error for any of these contracts as it is', () => {
  expect(Object.values(contracts).flatMap(errorsOf)).toEqual([]);
});

test.each<[string, Edits]>([
  [
    'a role that includes another, and what that includes',
    { set: { 'roles owner': { description: 'All', includes: ['viewer', 'editor'] } } },
  ],
  [
    'an operation without a token beside those with roles',
    {
      set: { 'post security': [] },
      remove: ['post x-role', 'post x-checks', 'post responses 401', 'post responses 403'],
    },
  ],
])('codegen has no error for %s', (_title, edits) => {
  const { places = {} } = tables['a contract with roles'] ?? {};
  expect(errorsOf(edited(contractWithRoles(), edits, places))).toEqual([]);
});

test('codegen has no error for the contracts of codegen-golden.yaml', () => {
  const golden = parse(readFileSync(join(root, 'test/contract/codegen-golden.yaml'), 'utf8'));
  for (const edits of Object.values<Edits>(golden.contracts)) {
    expect(errorsOf(edited(madeUpContract(), edits, golden.places))).toEqual([]);
  }
});
