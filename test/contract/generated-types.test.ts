import { expect, test } from '@jest/globals';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { admin, api, generated } from '../support/generated.ts';

test.each([
  ['src/generated/openapi.ts', api],
  ['src/generated/openapi.admin.ts', admin],
  ['client/src/generated/openapi.ts', api],
])('%s is what its contract gives', async (file, { source }) => {
  expect(await renderTypes(source)).toBe(generated(file));
});
