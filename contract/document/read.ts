import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';
import { type ContractFile, contractFiles } from '../../src/api/contracts.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { profileFaults } from './profile.ts';
import { referenceFaults } from './references.ts';
import type { Contract } from './types.ts';

export { type ContractFile, contractFiles };

/**
 * The name of a contract's generated files and of its path at the service: `openapi.admin` of
 * `openapi.admin.yaml`.
 */
export function nameOf(file: ContractFile): string {
  return basename(file, '.yaml');
}

/** Where the generated code of a contract is, from the project's folder. */
export function generatedOf(file: ContractFile): { readonly types: string; readonly operations: string } {
  const name = nameOf(file);
  const folder = rooms[file] ?? 'src/generated';
  return { types: `${folder}/${name}.ts`, operations: `${folder}/${name.replace('openapi', 'operations')}.ts` };
}

/** The contracts whose code is not the players'. */
const rooms: Partial<Record<ContractFile, string>> = {
  'contract/openapi.desk.yaml': 'src/desk/generated',
  'contract/openapi.puzzle.yaml': 'src/puzzle/generated',
};

const contracts = new Map<ContractFile, Contract>();

/**
 * A contract of this project, which a process reads once: that takes up to half a second.
 *
 * @throws StartError as `parseContract` does
 */
export function readContract(file: ContractFile = 'openapi.yaml'): Contract {
  const contract = contracts.get(file) ?? parseContract(file, readFileSync(join(root, file), 'utf8'));
  contracts.set(file, contract);
  return contract;
}

/**
 * Parses a contract: whatever it returns is in the profile (`contract/profile.yaml`), and its
 * references lead to what it has.
 *
 * @param name of the document, for the errors
 * @throws StartError with one line for each fault: the document, the place as a JSON pointer,
 *   what stands there, and what is allowed
 */
export function parseContract(name: string, source: string): Contract {
  const document = yamlOf(name, source);
  const faults = [...profileFaults(document), ...referenceFaults(document)];
  if (faults.length > 0) throw new StartError(faults.map((fault) => `${name}: ${fault}`).join('\n'));
  return document as Contract;
}

/** What a YAML document says. It has no aliases, since one could stand for itself. */
function yamlOf(name: string, source: string): unknown {
  try {
    const document = parseDocument(source);
    const [fault] = [...document.errors, ...document.warnings]; // a tag that nobody knows is a warning
    if (fault) throw fault;
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    const [line = ''] = (error as Error).message.split(':\n');
    throw new StartError(`${name}: ${error instanceof ReferenceError ? 'aliases are not in the profile' : line}`);
  }
}
