import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { type ContractFile, parseContract } from '../document/read.ts';
import type { Contract } from '../document/types.ts';

/**
 * Reads a contract.
 *
 * @param file a path, absolute or from the working directory
 * @throws StartError that names the file, and why it cannot be compared
 */
export function readFile(file: string): Contract {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`cannot read ${file}: ${firstLine((error as Error).message)}`);
  }
  return parseContract(file, source);
}

/**
 * Reads a contract as a revision of git has it.
 *
 * @param revision as git understands it: a branch, a tag, a commit, `HEAD~1`
 * @returns undefined if the revision does not have the contract
 * @throws StartError that names the revision, and why it cannot be compared
 */
export function readRevision(revision: string, file: ContractFile): Contract | undefined {
  if (git(revision, 'ls-tree', '--end-of-options', revision, '--', file) === '') return undefined;
  const place = `${revision}:./${file}`;
  return parseContract(place, git(revision, 'show', '--end-of-options', place));
}

function git(revision: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new StartError(`git cannot read ${revision}: ${firstLine(stderr || message)}`);
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.replace(/[.:]$/, '') ?? '';
}
