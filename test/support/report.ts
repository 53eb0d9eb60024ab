import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compareContracts, releasePath, releases } from '../../contract/diff/released.ts';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import type { Contract } from '../../contract/document/types.ts';
import { checksBy, conformance, type Run, requirementsOf, responsesBy } from '../../contract/report/conformance.ts';
import type { Report } from '../../contract/report/report.ts';
import { root } from '../../src/root.ts';

/** A released version of `openapi.yaml`. */
export function releasedContract(version: string): Contract {
  return parse(readFileSync(join(root, releases, releasePath('openapi.yaml', version)), 'utf8'));
}

/** Runs in which each documented response and each check of a contract has a test that passed. */
export function passedRuns(contract: Contract): [dredd: Run, precedence: Run] {
  const passed = { passed: true, output: '' };
  const orders = operationsOf(contract).flatMap(({ operation: { operationId, 'x-checks': checks = [] } }) =>
    checks.slice(0, -1).map(({ name }) => `${operationId}: ${name}`),
  );
  const results = (names: readonly string[]) => names.map((name) => ({ name, passed: true }));
  return [
    {
      ...passed,
      by: responsesBy,
      command: 'npm run dredd',
      results: results(documentedResponses(contract).map(({ name }) => name)),
    },
    { ...passed, by: checksBy, command: `npm test -- jest ${checksBy}`, results: results(orders) },
  ];
}

/** The report on a contract, as if the runs had just ended and the linters were clean. */
export function reportOn(
  contract: Contract = readContract(),
  runs: readonly Run[] = passedRuns(contract),
  released: Contract | undefined = contract,
): Report {
  const required = requirementsOf(contract);
  return {
    contract,
    released,
    made: Temporal.Instant.from('2026-11-21T09:30:00Z'),
    origin: { commit: undefined, changed: false, checksum: '0'.repeat(64) },
    comparison: compareContracts('openapi.yaml', released, contract),
    lint: [{ linter: 'Spectral', clean: true, output: '' }],
    exceptions: [],
    responses: conformance(required.responses, runs),
    checks: conformance(required.checks, runs),
    runs,
  };
}
