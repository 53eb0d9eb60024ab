import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { profileFaults } from '../../contract/document/profile.ts';
import { parseContract } from '../../contract/document/read.ts';
import { referenceFaults } from '../../contract/document/references.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { clientFaults, contractFaults } from '../../scripts/codegen/verify.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { type Edits, edited } from '../support/contract-edits.ts';
import { goldenContract } from '../support/golden-contract.ts';

type Row = { readonly title: string; readonly error: string | readonly string[] } & Edits;

const { places, ...tables } = parse(readFileSync(join(root, 'test/contract/codegen-errors.yaml'), 'utf8'));

const golden = goldenContract();

/**
 * The lines of a contract's faults: those of its form, or else those of the code that would be made
 * of it.
 */
function faultsOf(contract: Contract): string[] {
  const ofForm = [...profileFaults(contract), ...referenceFaults(contract)];
  return ofForm.length > 0 ? ofForm : [...contractFaults(contract), ...clientFaults(contract)];
}

describe.each(Object.entries<Row[]>(tables))('%s rejects', (_part, rows) => {
  test.each(rows)('$title', ({ title: _, error, ...edits }) => {
    expect(faultsOf(edited(golden, edits, places))).toEqual([error].flat());
  });
});

test.each([
  [
    'what is no YAML',
    'paths: [',
    'a.yaml: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 9',
  ],
  ['an alias', 'paths: &a { b: *a }', 'a.yaml: aliases are not in the profile'],
  ['a tag', 'paths: !a b', 'a.yaml: Unresolved tag: !a at line 1, column 8'],
  ['an empty document', '', 'a.yaml: /: is null; allowed: object'],
])('a line names the document of %s', (_title, source, message) => {
  expect(() => parseContract('a.yaml', source)).toThrow(new StartError(message));
});

test.each<[string, Edits, string]>([
  ['an enum called Operation', { set: { Operation: { type: 'string', enum: ['a'] } } }, 'operations'],
  ['an operation called shared', { set: { 'note put operationId': 'shared' } }, 'sharedResponses'],
])('codegen rejects %s', (_title, edits, twice) => {
  expect(() => renderOperations(edited(golden, edits, places), '')).toThrow(
    new StartError(
      `The code would have two declarations of ${twice}: rename the schema or the operation that gives it`,
    ),
  );
});

/** Those of the project have none, since the code generation accepts them. */
test('the golden contract has no faults', () => {
  expect(faultsOf(golden)).toEqual([]);
});
