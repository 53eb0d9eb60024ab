import { parse } from 'yaml';
import type { Contract } from '../../contract/document/types.ts';
import { renderClient } from './client.ts';
import { renderClientDivision, renderDivision } from './division.ts';
import { format } from './format.ts';
import { renderOperations } from './operations.ts';
import { renderTypes } from './types.ts';

/**
 * Generates the code of the two contracts.
 *
 * @param sources the YAML of `openapi.yaml` and of `contract/openapi.admin.yaml`
 * @returns the content of each generated file, by its path in the project
 * @throws Error that names the place where a contract contradicts itself, or says what the generated code cannot express
 */
export async function renderFiles(sources: { api: string; admin: string }): Promise<Record<string, string>> {
  const [api, admin] = await Promise.all([
    renderContract('openapi.yaml', sources.api),
    renderContract('contract/openapi.admin.yaml', sources.admin),
  ]);
  return {
    'src/generated/openapi.json': api.json,
    'src/generated/openapi.ts': api.types,
    'src/generated/operations.ts': await format(api.header + renderOperations(api.contract, './openapi.ts')),
    'src/generated/division.ts': api.header + renderDivision(api.contract),
    'src/generated/openapi.admin.json': admin.json,
    'src/generated/openapi.admin.ts': admin.types,
    'src/generated/operations.admin.ts': await format(
      admin.header + renderOperations(admin.contract, './openapi.admin.ts'),
    ),
    // The client is packed by itself, so it has its own copy of the types, and the division in a form that weighs less.
    'client/src/generated/division.ts': api.header + renderClientDivision(api.contract),
    'client/src/generated/openapi.ts': api.types,
    'client/src/generated/operations.ts': await format(api.header + renderClient(api.contract)),
  };
}

async function renderContract(name: string, source: string) {
  const header = `// Generated from ${name} by \`npm run codegen\`. Do not edit.\n\n`;
  const contract = parse(source) as Contract;
  const json = `${JSON.stringify(contract, undefined, 2)}\n`;
  return { contract, json, header, types: header + (await renderTypes(source)) };
}
