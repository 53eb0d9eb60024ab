import { expect, test } from '@jest/globals';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { api, generated } from '../support/generated.ts';

test('src/generated/division.ts is what the books of the contract give', () => {
  expect(renderDivision(api.contract)).toBe(generated('src/generated/division.ts'));
});

test('a contract without books gives none', () => {
  const contract = { ...api.contract, components: { ...api.contract.components, schemas: {} } };
  expect(renderDivision(contract)).toBe('export const division = {\n} as const;\n');
});

test('codegen rejects a book that the packages do not have', () => {
  const contract = structuredClone(api.contract);
  contract.components.schemas['BookId']?.enum?.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: the packages have no book XXX');
});
