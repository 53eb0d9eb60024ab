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
    throw new StartError(`cannot read ${file}: ${insteadOfFile(file) ?? firstLine((error as Error).message)}`);
  }
  return comparable(file, source);
}

/** What somebody named instead of a file, and what to name. */
function insteadOfFile(name: string): string | undefined {
  if (/^[a-z]+:\/\//i.test(name)) return 'it is a URL; download it, and name the file';
  if (/^[^/\\]{2,}:./.test(name)) return 'it is no file; --base REVISION compares with a revision of git';
  return undefined;
}

/**
 * Parses a contract. Equal deviations from the profile are one line, with their number.
 *
 * @throws StartError with the deviations, and in its last line how many there are
 */
function comparable(name: string, source: string): Contract {
  try {
    return parseContract(name, source);
  } catch (error) {
    if (!(error instanceof StartError) || !error.message.startsWith(`${name}: /`)) throw error;
    const lines = error.message.split('\n');
    const kinds = Map.groupBy(lines, (line) => line.replace(/^.*?: \S*: /, ''));
    const folded = [...kinds.values()].map(({ length, 0: first }) =>
      length === 1 ? first : `${first} (${length} times)`,
    );
    const numbers = `${counted(lines.length, 'deviation')} of ${counted(kinds.size, 'kind')}`;
    throw new StartError(
      `${folded.join('\n')}\n${name} has ${numbers}: contract:diff compares contracts of contract/profile.yaml only`,
    );
  }
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
  return comparable(place, git(revision, 'show', '--end-of-options', place));
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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
