import { expect, test } from '@jest/globals';
import { readContract } from '../../../contract/document/read.ts';
import { maxLength } from '../../../desk/src/limits.ts';

test('the fields take what the contract allows', () => {
  const { label, note } = maxLength;
  expect(readContract('contract/openapi.desk.yaml').components.schemas).toMatchObject({
    Label: { maxLength: label },
    Note: { maxLength: note },
  });
});
