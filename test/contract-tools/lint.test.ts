import { expect, test } from '@jest/globals';
import type { Document } from 'yaml';
import { ContractCopy } from '../support/contract-copy.ts';

const responses = ['paths', '/api/submit-verse', 'post', 'responses'];
const chapter = ['components', 'schemas', 'ChapterNumber'];
const shared = ['components', 'responses'];
const headers = ['components', 'headers'];

/** Faults in the contract, each with the rules that must report it. */
const faults: { spoil: (contract: Document) => void; rules: string[] }[] = [
  {
    // an example that its schema does not allow
    spoil: (contract) =>
      contract.setIn([...responses, '403', 'content', 'application/json', 'example', 'error'], 'Solve it first'),
    rules: ['oas3-valid-media-example'],
  },
  {
    // a number without a limit
    spoil: (contract) => contract.deleteIn([...chapter, 'maximum']),
    rules: ['owasp:api4:2023-integer-limit'],
  },
  {
    // a header without an example
    spoil: (contract) => contract.deleteIn([...headers, 'Allow', 'example']),
    rules: ['header-example'],
  },
  {
    // an example of a header that its schema does not allow
    spoil: (contract) => contract.setIn([...headers, 'Retry-After', 'example'], 0),
    rules: ['components.headers.Retry-After.example'],
  },
  {
    // a third response without an operation: only two are excepted
    spoil: (contract) => contract.setIn([...shared, 'Gone'], contract.getIn([...shared, 'NotFound'])),
    rules: ['oas3-unused-component'],
  },
  {
    // operations that change something, without authentication
    spoil: (contract) => contract.setIn(['security'], []),
    rules: ['owasp:api2:2023-write-restricted'],
  },
];

/** test/contract/report.test.ts shows that the contract itself is clean. */
test('Spectral reports every fault of a contract', async () => {
  await using copy = await ContractCopy.create();
  await copy.edit((contract) => {
    for (const { spoil } of faults) spoil(contract);
  });
  const { status, stdout, stderr } = copy.run('scripts/contract-lint.ts');
  expect(faults.flatMap(({ rules }) => rules).filter((rule) => !stdout.includes(rule))).toEqual([]);
  expect(stderr).toContain('Correct the contract, or add an exception with its reason');
  expect(status).toBe(1);
});
