import { expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { rejections } from '../../contract/dredd/cases.ts';
import { describePrecedence } from '../support/precedence.ts';

describePrecedence('openapi.yaml');

test('submitVerse has 64 combinations', () => {
  expect(rejections(readContract(), 'POST /api/submit-verse').slice(0, -1)).toHaveLength(6);
});
