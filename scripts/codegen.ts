/**
 * Generates `src/generated/` and `client/src/generated/` from `openapi.yaml`.
 *
 *   npm run codegen              writes the files
 *   npm run codegen -- --check   writes nothing; exits 1 and names the files that are not what the contract gives
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { renderClient } from './codegen/client.ts';
import type { Contract } from './codegen/contract.ts';
import { renderOperations } from './codegen/operations.ts';
import { renderTypes } from './codegen/types.ts';

const root = new URL('../', import.meta.url);
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const source = await readFile(new URL('openapi.yaml', root), 'utf8');
const contract = parse(source) as Contract;
const header = '// Generated from openapi.yaml by `npm run codegen`. Do not edit.\n\n';
const types = header + (await renderTypes(source));
const files = {
  'src/generated/openapi.json': `${JSON.stringify(contract, undefined, 2)}\n`,
  'src/generated/openapi.ts': types,
  'src/generated/operations.ts': header + renderOperations(contract),
  'client/src/generated/openapi.ts': types,
  'client/src/generated/operations.ts': header + renderClient(contract),
};

const stale: string[] = [];
for (const [name, content] of Object.entries(files)) {
  const path = fileURLToPath(new URL(name, root));
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current === content) continue;
  stale.push(relative(fileURLToPath(root), path));
  if (options.check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (options.check && stale.length > 0) {
  console.error(`Not what openapi.yaml gives: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.`);
  process.exitCode = 1;
}
