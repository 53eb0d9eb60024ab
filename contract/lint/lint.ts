import { contractFiles, readContract } from '../document/read.ts';
import { runOffline } from './offline.ts';

export interface LintResult {
  readonly linter: string;
  /** Neither an error nor a warning. */
  readonly clean: boolean;
  /** Standard output and standard error, without repeated empty lines. */
  readonly output: string;
}

/**
 * Lints the contracts with Redocly CLI, and with Spectral and its OWASP API security ruleset. Both
 * also validate every example against its schema. `redocly.yaml`, `.redocly.lint-ignore.yaml` and
 * `.spectral.yaml` have the exceptions and their reasons.
 *
 * @throws StartError as `readContract` does, where the linters' own words would be a stack
 *   overflow
 */
export async function lintContract(): Promise<LintResult[]> {
  contractFiles.forEach(readContract);
  return await Promise.all([
    // All rules of the ruleset `all` are errors; this option makes faults of the configuration
    // errors too.
    lint('Redocly CLI', '@redocly/cli', 'redocly', [
      '--config',
      'contract/lint/redocly.yaml',
      '--lint-config',
      'error',
    ]),
    lint('Spectral', '@stoplight/spectral-cli', 'spectral', [
      '-r',
      'contract/lint/.spectral.yaml',
      '--fail-severity',
      'hint',
    ]),
  ]);
}

async function lint(linter: string, name: string, command: string, options: readonly string[]): Promise<LintResult> {
  const { exitCode, output } = await runOffline(name, command, ['lint', ...options, ...contractFiles]);
  return { linter, clean: exitCode === 0, output: output.trim().replace(/\n{3,}/g, '\n\n') };
}
