import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import { renderFiles } from './files.ts';

/**
 * The generated files that are not what the contracts give now.
 *
 * @returns the content that each should have, by its path in the project
 * @throws Error as `renderFiles` does
 */
export async function staleFiles(): Promise<Record<string, string>> {
  const files = await renderFiles({
    api: await readFile(join(root, 'openapi.yaml'), 'utf8'),
    admin: await readFile(join(root, 'contract/openapi.admin.yaml'), 'utf8'),
  });
  const stale: Record<string, string> = {};
  for (const [name, content] of Object.entries(files)) {
    const current = await readFile(join(root, name), 'utf8').catch(() => undefined);
    if (current !== content) stale[name] = content;
  }
  return stale;
}

/** Why a command that tests the generated code against the contracts must not run; undefined if no generated file is stale. */
export async function staleFault(): Promise<string | undefined> {
  const names = Object.keys(await staleFiles());
  return names.length === 0
    ? undefined
    : `Out of date: ${names.join(', ')}. Run \`npm run codegen\` and commit the result.`;
}
