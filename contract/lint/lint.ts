import { runOffline } from './offline.ts';

export interface LintResult {
  readonly linter: string;
  /** Neither an error nor a warning. */
  readonly clean: boolean;
  /** What it printed, with one line of white space at most between two others. */
  readonly output: string;
}

/**
 * The contract and `openapi.admin.yaml` under Redocly CLI and under Spectral with the OWASP API security ruleset. Each of them also validates every
 * example against its schema. Which rules are off, and why, stands in `redocly.yaml`, `.redocly.lint-ignore.yaml` and
 * `.spectral.yaml`.
 */
export async function lintContract(): Promise<LintResult[]> {
  return await Promise.all([
    // The ruleset `all` has errors only, so that a warning cannot pass; nor can one of the configuration itself.
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
  const { exitCode, output } = await runOffline(name, command, [
    'lint',
    ...options,
    'openapi.yaml',
    'contract/openapi.admin.yaml',
  ]);
  return { linter, clean: exitCode === 0, output: output.trim().replace(/\n{3,}/g, '\n\n') };
}
