import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { root } from '../root.ts';

/**
 * The contracts of this project: the one with clients, the one with the operator's probes, the one
 * of the operator's desk, and the one with the puzzle.
 */
export const contractFiles = [
  'openapi.yaml',
  'contract/openapi.admin.yaml',
  'contract/openapi.desk.yaml',
  'contract/openapi.puzzle.yaml',
] as const;
export type ContractFile = (typeof contractFiles)[number];

interface ServedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** A contract that an app serves. */
export interface ServedContract {
  /** Where its YAML is, from the project's folder. */
  readonly file: ContractFile;
  /** What it says, as far as the service itself reads it. */
  readonly document: {
    readonly info: { readonly title: string; readonly version: string };
    /** The operations of each path, by their method in lower case. */
    readonly paths: Readonly<Record<string, Readonly<Record<string, ServedOperation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
}

export const apiContract = readContract('openapi.yaml');
export const adminContract = readContract('contract/openapi.admin.yaml');
export const deskContract = readContract('contract/openapi.desk.yaml');
export const puzzleContract = readContract('contract/openapi.puzzle.yaml');

/** The path of a contract, without its extension: `/openapi` of `openapi.yaml`. */
export function pathOf({ file }: ServedContract): string {
  return `/${basename(file, '.yaml')}`;
}

/**
 * By js-yaml, which openapi-backend needs too: all four cost a start some 60 ms of CPU, with the
 * tools' own parser 220.
 */
function readContract(file: ContractFile): ServedContract {
  return { file, document: load(readFileSync(join(root, file), 'utf8')) as ServedContract['document'] };
}
