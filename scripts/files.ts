import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * Writes a file of the build, unless it has this content already: a user without write permission
 * can start an existing build. The file appears as a whole, since another process may start at any
 * time.
 */
export async function writeIfChanged(path: string, contents: Uint8Array): Promise<void> {
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents)) return;
  const part = `${path}.${process.pid}`;
  await writeFile(part, contents);
  await rename(part, path);
}
