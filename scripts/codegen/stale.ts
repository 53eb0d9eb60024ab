import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ContractFile, contractFiles } from '../../contract/document/read.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { renderElementDocs } from './element-docs.ts';
import { readElement, renderManifest } from './element-manifest.ts';
import { renderFiles } from './files.ts';

/**
 * The generated files that are not what the contracts and the source of the element give now.
 *
 * @returns the content that each should have, by its path in the project
 * @throws Error as `renderFiles` does
 */
async function staleFiles(): Promise<Record<string, string>> {
  const sources = await Promise.all(
    contractFiles.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const),
  );
  const element = readElement(await readFile(join(root, 'client/src/element/submit-verse.ts'), 'utf8'));
  const files = {
    ...(await renderFiles(Object.fromEntries(sources) as Record<ContractFile, string>)),
    'client/custom-elements.json': renderManifest(element),
    'client/docs/element.md': renderElementDocs(element),
  };
  const stale: Record<string, string> = {};
  for (const [name, content] of Object.entries(files)) {
    const current = await readFile(join(root, name), 'utf8').catch(() => undefined);
    if (current !== content) stale[name] = content;
  }
  return stale;
}

/**
 * Commands that test the generated code against the contracts call this first.
 *
 * @throws StartError that names the generated files that are stale
 * @throws Error as `renderFiles` does
 */
export async function assertFresh(): Promise<void> {
  const names = Object.keys(await staleFiles());
  if (names.length === 0) return;
  throw new StartError(`Out of date: ${names.join(', ')}. Run \`npm run codegen\` and commit the result.`);
}

/**
 * Writes the generated files that are stale.
 *
 * @returns their paths in the project
 * @throws Error as `renderFiles` does
 */
export async function writeGenerated(): Promise<string[]> {
  const stale = await staleFiles();
  for (const [name, content] of Object.entries(stale)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return Object.keys(stale);
}
