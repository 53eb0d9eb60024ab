/**
 * Changes the code of a folder or a file in one place at a time (a mutant), and runs the tests of
 * the same name, which must notice:
 *
 *   npm test -- mutation src/calendar
 *
 * Exits 1 when they notice fewer than 80 % of the mutants.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../src/root.ts';
import globalSetup from '../support/global-setup.ts';
import globalTeardown from '../support/global-teardown.ts';
import { shared } from '../support/jest.js';

const code = process.argv[2]?.replace(/\/$/, '');
if (code === undefined) throw new Error('Which folder? For example: npm test -- mutation src/calendar');
const tests = code
  .replace(/^scripts\/codegen/, 'test/contract/codegen')
  .replace(/^client\/src/, 'test/client')
  .replace(/^desk\/src/, 'test/pages/desk')
  .replace(/^src/, 'test');

process.chdir(root); // what Stryker copies
const tempDirName = await mkdtemp(join(tmpdir(), 'verse-mutants-'));
await globalSetup(); // one PostgreSQL for all runs
try {
  const stryker = new Stryker({
    mutate: [`${code}{.ts,/**/*.ts}`],
    mutator: { plugins: [], excludedMutations: ['StringLiteral'] }, // the contract's tests hold the texts
    tempDirName,
    ignorePatterns: ['.data', '.ha'],
    disableTypeChecks: false, // Node strips the types, and checks none
    testRunner: 'jest',
    coverageAnalysis: 'off',
    jest: {
      enableFindRelatedTests: false, // all that start the service are related to all files
      config: {
        ...shared,
        setupFilesAfterEnv: [...shared.setupFilesAfterEnv, join(import.meta.dirname, 'setup.ts')],
        maxWorkers: 1, // runs the tests in Stryker's process, without starting one for each mutant
        testMatch: [`<rootDir>/${tests}*.test.ts`, `<rootDir>/${tests}/**/*.test.ts`],
      },
    },
    maxTestRunnerReuse: 40, // modules stay in memory
    concurrency: 2,
    timeoutMS: 20_000,
    thresholds: { high: 100, low: 80, break: 80 },
    logLevel: 'warn' as LogLevel,
    reporters: ['clear-text', 'progress-append-only'],
  });
  await stryker.runMutationTest();
} finally {
  await globalTeardown();
  await rm(tempDirName, { recursive: true, force: true }); // Stryker may have done so
}
