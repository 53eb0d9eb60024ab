import {
  type ContractFile,
  contractFiles,
  nameOf,
  operationsNameOf,
  parseContract,
} from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { StartError } from '../../src/start-error.ts';
import { renderClient } from './client.ts';
import { renderClientDivision, renderDivision } from './division.ts';
import { format } from './format.ts';
import { renderOperations } from './operations.ts';
import { renderTypes } from './types.ts';
import { clientFaults, contractFaults } from './verify.ts';

/**
 * Generates the code of the contracts.
 *
 * @param sources the YAML of each contract
 * @returns the content of each generated file, by its path in the project
 * @throws StartError with one line for each place where a contract is not in the profile, contradicts itself, or says what the code cannot express
 */
export async function renderFiles(sources: Readonly<Record<ContractFile, string>>): Promise<Record<string, string>> {
  const contracts = contractFiles.map((file) => [file, verified(file, sources[file])] as const);
  const files = await Promise.all(contracts.map(([file, contract]) => renderContract(file, contract, sources[file])));
  const [[, api]] = contracts as [(typeof contracts)[number]];
  const header = headerOf('openapi.yaml');
  return {
    ...Object.assign({}, ...files),
    'src/generated/division.ts': header + renderDivision(api),
    // The client's own form weighs less.
    'client/src/generated/division.ts': header + renderClientDivision(api),
    'client/src/generated/operations.ts': await format(header + renderClient(api)),
  };
}

/** The contract, if code can be made of it; the client is made of `openapi.yaml` only. */
function verified(file: ContractFile, source: string): Contract {
  const contract = parseContract(file, source);
  const faults = [...contractFaults(contract), ...(file === 'openapi.yaml' ? clientFaults(contract) : [])];
  if (faults.length > 0) throw new StartError(faults.map((fault) => `${file}: ${fault}`).join('\n'));
  return contract;
}

/** The code of the service for one contract: `openapi.NAME.yaml` gives `operations.NAME.ts`. */
async function renderContract(file: ContractFile, contract: Contract, source: string): Promise<Record<string, string>> {
  const name = nameOf(file);
  const header = headerOf(file);
  const operations = header + renderOperations(contract, `./${name}.ts`);
  return {
    [`src/generated/${name}.ts`]: header + (await renderTypes(source)),
    [`src/generated/${operationsNameOf(file)}.ts`]: await format(operations),
  };
}

function headerOf(file: ContractFile): string {
  return `// Generated from ${file} by \`npm run codegen\`. Do not edit.\n\n`;
}
