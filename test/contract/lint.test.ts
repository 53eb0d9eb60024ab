import { describe, expect, test } from '@jest/globals';
import type { Document } from 'yaml';
import { ContractCopy } from '../support/contract-copy.ts';

test('the contract is clean', async () => {
  await using copy = await ContractCopy.create();
  const { status, stdout, stderr } = copy.run('scripts/contract-lint.ts');
  expect(stderr).toBe('');
  expect(stdout).toContain('Redocly CLI: clean');
  expect(stdout).toContain('Spectral: clean');
  expect(status).toBe(0);
});

describe('a spoiled contract is not', () => {
  const responses = ['paths', '/api/submit-verse', 'post', 'responses'];
  const chapter = ['components', 'schemas', 'VerseSubmission', 'properties', 'chapter'];
  const shared = ['components', 'responses'];

  test.each<{ title: string; spoil: (contract: Document) => void; says: string[] }>([
    {
      title: 'an example that is not what its schema describes',
      spoil: (contract) =>
        contract.setIn([...responses, '403', 'content', 'application/json', 'example', 'error'], 'Solve it first'),
      says: ['no-invalid-media-type-examples', 'oas3-valid-media-example'],
    },
    {
      title: 'a number without a limit',
      spoil: (contract) => contract.deleteIn([...chapter, 'maximum']),
      says: ['owasp:api4:2023-integer-limit'],
    },
    {
      title: 'a third answer that nothing refers to, where two are excepted',
      spoil: (contract) => contract.setIn([...shared, 'Gone'], contract.getIn([...shared, 'NotFound'])),
      says: ['no-unused-components', 'oas3-unused-component'],
    },
    {
      title: 'an operation without authentication',
      spoil: (contract) => contract.deleteIn(['security']),
      says: ['security-defined', 'owasp:api2:2023-write-restricted'],
    },
  ])('$title', async ({ spoil, says }) => {
    await using copy = await ContractCopy.create();
    await copy.edit(spoil);
    const { status, stdout, stderr } = copy.run('scripts/contract-lint.ts');
    for (const rule of says) expect(stdout).toContain(rule);
    expect(stderr).toContain('Mend openapi.yaml, or write the exception with its reason');
    expect(status).toBe(1);
  });
});
