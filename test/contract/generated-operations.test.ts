import { expect, test } from '@jest/globals';
import { renderClient } from '../../scripts/codegen/client.ts';
import { format } from '../../scripts/codegen/format.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { admin, api, generated } from '../support/generated.ts';

test.each([
  ['src/generated/operations.ts', () => renderOperations(api.contract, './openapi.ts')],
  ['src/generated/operations.admin.ts', () => renderOperations(admin.contract, './openapi.admin.ts')],
  ['client/src/generated/operations.ts', () => renderClient(api.contract)],
])('%s is what its contract gives', async (file, render) => {
  expect(await format(render())).toBe(generated(file));
});
