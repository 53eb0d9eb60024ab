import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { circularReferences } from './references.ts';
import type { Contract } from './types.ts';

/** The contracts of this project: the one with clients, the one with the operator's probes, and the one of the operator's desk. */
export const contractFiles = ['openapi.yaml', 'contract/openapi.admin.yaml', 'contract/openapi.desk.yaml'] as const;
export type ContractFile = (typeof contractFiles)[number];

/** The name of a contract's generated files, of the folder with its releases and of its path at the service: `openapi.admin` of `openapi.admin.yaml`. */
export function nameOf(file: ContractFile): string {
  return basename(file, '.yaml');
}

/** The name of the module with a contract's generated operations: `operations.admin` of `openapi.admin.yaml`. */
export function operationsNameOf(file: ContractFile): string {
  return nameOf(file).replace('openapi', 'operations');
}

/**
 * Reads a contract of this project.
 *
 * @throws StartError as `parseContract` does
 */
export function readContract(file: ContractFile = 'openapi.yaml'): Contract {
  return parseContract(file, readFileSync(join(root, file), 'utf8'));
}

/**
 * Parses an OpenAPI document.
 *
 * @param name of the document, for the error
 * @throws StartError that names the place of a reference that leads back to itself
 */
export function parseContract(name: string, source: string): Contract {
  const contract = parse(source);
  for (const [pointer, reference] of circularReferences(contract)) {
    throw new StartError(`${name}: ${pointer}: ${reference} leads back to itself, so it stands for nothing`);
  }
  return contract;
}
