/**
 * Generates `src/generated/` from `openapi.yaml` and `contract/openapi.admin.yaml`, and `client/src/generated/` from `openapi.yaml`. What the
 * contract's books consist of is asked of the packages that know the Bible's division.
 *
 *   npm run codegen              writes the files
 *   npm run codegen -- --check   writes nothing; exits 1 and names the files that are not what the contracts give
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import type { Contract } from '../contract/document.ts';
import { root } from '../src/root.ts';
import { renderClient } from './codegen/client.ts';
import { renderDivision } from './codegen/division.ts';
import { renderOperations } from './codegen/operations.ts';
import { renderTypes } from './codegen/types.ts';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const api = await read('openapi.yaml');
const admin = await read('contract/openapi.admin.yaml');
const files = {
  'src/generated/openapi.json': api.json,
  'src/generated/openapi.ts': api.types,
  'src/generated/operations.ts': api.header + renderOperations(api.contract, './openapi.ts'),
  'src/generated/division.ts': api.header + renderDivision(api.contract),
  'src/generated/openapi.admin.json': admin.json,
  'src/generated/openapi.admin.ts': admin.types,
  'src/generated/operations.admin.ts': admin.header + renderOperations(admin.contract, './openapi.admin.ts'),
  'client/src/generated/openapi.ts': api.types,
  'client/src/generated/operations.ts': api.header + renderClient(api.contract),
};

const stale: string[] = [];
for (const [name, content] of Object.entries(files)) {
  const path = join(root, name);
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current === content) continue;
  stale.push(relative(root, path));
  if (options.check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (options.check && stale.length > 0) {
  console.error(`Not what the contracts give: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.`);
  process.exitCode = 1;
}

async function read(name: string) {
  const source = await readFile(join(root, name), 'utf8');
  const header = `// Generated from ${name} by \`npm run codegen\`. Do not edit.\n\n`;
  const contract = parse(source) as Contract;
  const json = `${JSON.stringify(contract, undefined, 2)}\n`;
  return { contract, json, header, types: header + (await renderTypes(source)) };
}
