import { expect, test } from '@jest/globals';
import contract from '../../../src/generated/openapi.desk.json' with { type: 'json' };
import { maxLength } from '../../../src/pages/desk/limits.ts';

test('the fields take what the contract allows', () => {
  const { Label, Note } = contract.components.schemas;
  expect(maxLength).toEqual({ label: Label.maxLength, note: Note.maxLength });
});
