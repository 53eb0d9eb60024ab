import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { root } from '../../src/root.ts';

/** Each part of codegen by itself; `npm run codegen -- --check` compares whole files. */
const source = (name: string) => readFileSync(join(root, name), 'utf8');
const api = source('openapi.yaml');
const admin = source('contract/openapi.admin.yaml');

test.each([
  ['src/generated/openapi.ts', () => renderTypes(api)],
  ['src/generated/operations.ts', () => renderOperations(parse(api), './openapi.ts')],
  ['src/generated/division.ts', () => renderDivision(parse(api))],
  ['src/generated/openapi.admin.ts', () => renderTypes(admin)],
  ['src/generated/operations.admin.ts', () => renderOperations(parse(admin), './openapi.admin.ts')],
  ['client/src/generated/openapi.ts', () => renderTypes(api)],
  ['client/src/generated/operations.ts', () => renderClient(parse(api))],
])('%s is what its contract gives, after a header', async (name, render) => {
  const [header, ...code] = source(name).split(/(?<=^[^\n]*\n\n)/);
  expect(header).toMatch(/^\/\/ Generated from \S+ by `npm run codegen`. Do not edit.\n\n$/);
  expect(await render()).toBe(code.join(''));
});
