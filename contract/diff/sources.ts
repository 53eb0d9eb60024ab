import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import type { ContractFile } from '../document/read.ts';
import { asNode } from './node.ts';

/**
 * Reads an OpenAPI document.
 *
 * @param file a path, absolute or from the working directory
 * @throws Error of one line that names the file, and why it cannot be compared
 */
export function readDocument(file: string): object {
  try {
    return parseDocument(file, readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Error(`cannot read ${file}: ${firstLine((error as Error).message)}`);
  }
}

/**
 * Reads a contract as a revision of git has it.
 *
 * @param revision as git understands it: a branch, a tag, a commit, `HEAD~1`
 * @returns undefined if the revision does not have the contract
 * @throws Error of one line that names the revision, and why it cannot be compared
 */
export function readRevision(revision: string, file: ContractFile): object | undefined {
  if (git(revision, 'ls-tree', '--end-of-options', revision, '--', file) === '') return undefined;
  const place = `${revision}:./${file}`;
  return parseDocument(place, git(revision, 'show', '--end-of-options', place));
}

function git(revision: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`git cannot read ${revision}: ${firstLine(stderr || message)}`);
  }
}

/**
 * Parses an OpenAPI document.
 *
 * @param name of the document, for the error
 * @throws Error of one line that names the document, and why it cannot be compared
 */
export function parseDocument(name: string, source: string): object {
  let document: unknown;
  try {
    document = parse(source);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new Error(`${name} is not YAML: ${firstLine((error as Error).message)}`);
  }
  const { openapi, paths } = asNode(document);
  if (typeof openapi !== 'string' || typeof paths !== 'object') {
    throw new Error(`${name} is not an OpenAPI 3 document: it needs the members openapi and paths`);
  }
  return document as object;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.replace(/[.:]$/, '') ?? '';
}
