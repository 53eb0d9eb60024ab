/**
 * Generates `src/generated/` from `openapi.yaml` and `contract/openapi.admin.yaml`, and `client/src/generated/` from `openapi.yaml`.
 *
 *   npm run codegen              writes the files
 *   npm run codegen -- --check   writes nothing; exits 1 and names the files that differ from what the contracts give
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { root } from '../src/root.ts';
import { renderFiles } from './codegen/files.ts';

const { check } = new Command('npm run codegen --')
  .description('Generates code from openapi.yaml and contract/openapi.admin.yaml.')
  .option('--check', 'write nothing; exit with 1 if a generated file is out of date')
  .showHelpAfterError()
  .parse()
  .opts<{ check?: boolean }>();

const files = await renderFiles({
  api: await readFile(join(root, 'openapi.yaml'), 'utf8'),
  admin: await readFile(join(root, 'contract/openapi.admin.yaml'), 'utf8'),
});

const stale: string[] = [];
for (const [name, content] of Object.entries(files)) {
  const path = join(root, name);
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current === content) continue;
  stale.push(name);
  if (check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.`);
  process.exitCode = 1;
}
