import { runConfined } from '../confined.ts';
import { contractFiles, readContract } from '../document/read.ts';
import { journeysFile } from '../journeys/run.ts';

/** What a tool found. */
export interface Verdict {
  /** The tool, in Markdown. */
  readonly name: string;
  /** Neither an error nor a warning. */
  readonly passed: boolean;
  /** Standard output and standard error, without repeated empty lines. */
  readonly output: string;
}

/**
 * Lints the contracts with Redocly CLI, and with Spectral and its OWASP API security ruleset, and
 * the journeys with Redocly CLI. Both also validate every example against its schema. `redocly.yaml`, `.redocly.lint-ignore.yaml` and
 * `.spectral.yaml` have the exceptions and their reasons.
 *
 * @throws StartError as `readContract` does, where the linters' own words would be a stack
 *   overflow
 */
export async function lintContract(): Promise<Verdict[]> {
  contractFiles.forEach(readContract);
  return await Promise.all([
    // All rules of the ruleset `all` are errors; this option makes faults of the configuration
    // errors too.
    lint(
      'Redocly CLI',
      '@redocly/cli',
      'redocly',
      ['--config', 'contract/lint/redocly.yaml', '--lint-config', 'error'],
      [...contractFiles, journeysFile],
    ),
    lint('Spectral', '@stoplight/spectral-cli', 'spectral', [
      '-r',
      'contract/lint/.spectral.yaml',
      '--fail-severity',
      'hint',
    ]),
  ]);
}

async function lint(
  name: string,
  packageName: string,
  command: string,
  options: readonly string[],
  files: readonly string[] = contractFiles,
): Promise<Verdict> {
  const { exitCode, output } = await runConfined(packageName, command, ['lint', ...options, ...files]);
  return { name, passed: exitCode === 0, output: output.trim().replace(/\n{3,}/g, '\n\n') };
}
