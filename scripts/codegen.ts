/**
 * Generates `src/generated/` from `openapi.yaml` and `contract/openapi.admin.yaml`, and `client/src/generated/` from `openapi.yaml`.
 *
 *   npm run codegen              writes the files
 *   npm run codegen -- --check   writes nothing; exits 1 and names the files that differ from what the contracts give
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { root } from '../src/root.ts';
import { staleFault, staleFiles } from './codegen/stale.ts';

const { check } = new Command('npm run codegen --')
  .description('Generates code from openapi.yaml and contract/openapi.admin.yaml.')
  .option('--check', 'write nothing; exit with 1 if a generated file is out of date')
  .showHelpAfterError()
  .parse()
  .opts<{ check?: boolean }>();

if (check) {
  const fault = await staleFault();
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
} else {
  for (const [name, content] of Object.entries(await staleFiles())) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
