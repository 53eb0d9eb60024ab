import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import type { Contract } from './types.ts';

/** `openapi.yaml` is the contract with clients, `openapi.admin.yaml` the one with the operator's probes. */
export type ContractFile = 'openapi.yaml' | 'contract/openapi.admin.yaml';

/** Reads a contract of this project. */
export function readContract(file: ContractFile = 'openapi.yaml'): Contract {
  return parse(readFileSync(join(root, file), 'utf8'));
}
