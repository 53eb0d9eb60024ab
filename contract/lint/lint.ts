import { runConfined } from '../confined.ts';
import { contractFiles, readContract } from '../document/read.ts';

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
 * Lints the contracts with Spectral and its OWASP API security ruleset, which also validate every
 * example against its schema. `.spectral.yaml` has the exceptions and their reasons.
 *
 * @throws StartError as `readContract` does, where the linter's own words would be a stack
 *   overflow
 */
export async function lintContract(): Promise<Verdict> {
  contractFiles.forEach(readContract);
  const options = ['-r', 'contract/lint/.spectral.yaml', '--fail-severity', 'hint'];
  const args = ['lint', ...options, ...contractFiles];
  const { exitCode, output } = await runConfined('@stoplight/spectral-cli', 'spectral', args);
  return { name: 'Spectral', passed: exitCode === 0, output: output.trim().replace(/\n{3,}/g, '\n\n') };
}
