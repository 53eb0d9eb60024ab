import { type ContractFile, contractFiles, generatedOf, nameOf, parseContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { contractHash } from '../../src/api/contract-hash.ts';
import { type ClientModules, renderClient } from './client.ts';
import { renderClientDivision, renderDivision } from './division.ts';
import { format } from './format.ts';
import { renderLimits } from './limits.ts';
import { renderOperations } from './operations.ts';
import { onlyRead } from './read.ts';
import { renderTypes } from './types.ts';
import { assertExpressible } from './verify.ts';
import { wrapComments } from './wrap-comments.ts';

const deskFile = 'contract/openapi.desk.yaml';

/**
 * The clients of the contracts that have one. The desk's is in no package, so it names the modules
 * where they are.
 */
const clients: Partial<Record<ContractFile, ClientModules & { readonly path: string }>> = {
  'openapi.yaml': { path: 'client/src/generated/operations.ts', options: '../options.js', types: './openapi.js' },
  'contract/openapi.puzzle.yaml': {
    path: 'client/src/generated/operations.puzzle.ts',
    options: '../options.js',
    types: './openapi.puzzle.js',
  },
  [deskFile]: {
    path: 'desk/src/generated/operations.ts',
    options: '../../../client/src/options.ts',
    types: '../../../src/desk/generated/openapi.desk.ts',
  },
};

/**
 * Generates the code of the contracts.
 *
 * @param sources the YAML of each contract
 * @returns the content of each generated file, by its path in the project
 * @throws StartError with one line for each place where a contract is not in the profile,
 *   contradicts itself, or says what the code cannot express
 */
export async function renderFiles(sources: Readonly<Record<ContractFile, string>>): Promise<Record<string, string>> {
  const contracts = contractFiles.map((file) => [file, verified(file, sources[file])] as const);
  const files = await Promise.all(contracts.map(([file, contract]) => renderContract(file, contract, sources[file])));
  const { 'openapi.yaml': api, [deskFile]: desk } = Object.fromEntries(contracts) as Record<ContractFile, Contract>;
  const header = headerOf('openapi.yaml');
  return {
    ...Object.assign({}, ...files),
    'src/generated/division.ts': header + renderDivision(api),
    // The client's own form weighs less.
    'client/src/generated/division.ts': header + renderClientDivision(api),
    'desk/src/generated/limits.ts': await format(headerOf(deskFile) + onlyRead(renderLimits(desk).join('\n\n'))),
    'src/generated/contracts.ts': renderHashes(sources),
  };
}

/** The contract, if code can be made of it. */
function verified(file: ContractFile, source: string): Contract {
  const contract = parseContract(file, source);
  assertExpressible(file, contract, { hasClient: clients[file] !== undefined });
  return contract;
}

/**
 * The code of the service for one contract, where `openapi.NAME.yaml` gives `operations.NAME.ts`,
 * and of its client.
 */
async function renderContract(file: ContractFile, contract: Contract, source: string): Promise<Record<string, string>> {
  const generated = generatedOf(file);
  const header = headerOf(file);
  const operations = header + onlyRead(renderOperations(contract, `./${nameOf(file)}.ts`));
  const client = clients[file];
  return {
    [generated.types]: header + wrapComments(await renderTypes(source)),
    [generated.operations]: wrapComments(await format(operations)),
    ...(client && { [client.path]: wrapComments(await format(header + renderClient(contract, client))) }),
  };
}

function renderHashes(sources: Readonly<Record<ContractFile, string>>): string {
  const hashes = Object.entries(sources).map(([file, source]) => `  '${file}': '${contractHash(source)}',\n`);
  return `${headerOf('the contracts')}/** The SHA-256 of each contract, by its file. */
export const contractHashes = {\n${hashes.join('')}} as const;\n`;
}

function headerOf(file: ContractFile | 'the contracts'): string {
  return `// Generated from ${file} by \`npm run codegen\`. Do not edit.\n\n`;
}
