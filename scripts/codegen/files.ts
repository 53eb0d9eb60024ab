import {
  type ContractFile,
  contractFiles,
  nameOf,
  operationsNameOf,
  parseContract,
} from '../../contract/document/read.ts';
import { renderClient } from './client.ts';
import { renderClientDivision, renderDivision } from './division.ts';
import { format } from './format.ts';
import { renderOperations } from './operations.ts';
import { renderTypes } from './types.ts';

/**
 * Generates the code of the contracts.
 *
 * @param sources the YAML of each contract
 * @returns the content of each generated file, by its path in the project
 * @throws Error that names the place where a contract contradicts itself, or says what the generated code cannot express
 */
export async function renderFiles(sources: Readonly<Record<ContractFile, string>>): Promise<Record<string, string>> {
  const files = await Promise.all(contractFiles.map((file) => renderContract(file, sources[file])));
  const api = parseContract('openapi.yaml', sources['openapi.yaml']);
  const header = headerOf('openapi.yaml');
  return {
    ...Object.assign({}, ...files),
    'src/generated/division.ts': header + renderDivision(api),
    // The client's own form weighs less.
    'client/src/generated/division.ts': header + renderClientDivision(api),
    'client/src/generated/operations.ts': await format(header + renderClient(api)),
  };
}

/** The code of the service for one contract: `openapi.NAME.yaml` gives `operations.NAME.ts`. */
async function renderContract(file: ContractFile, source: string): Promise<Record<string, string>> {
  const contract = parseContract(file, source);
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
