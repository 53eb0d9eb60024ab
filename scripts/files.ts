import { readFile, rename, writeFile } from 'node:fs/promises';
import { encodings } from '../src/content.ts';

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

/**
 * Writes a file that clients get, and beside it the same in each coding. To compress takes longer
 * than to decompress, by far, so a file is compressed only if its compressed one has another
 * content.
 *
 * @param effort how well it is compressed
 * @returns the paths of all these files
 */
export async function writeCompressed(path: string, contents: Uint8Array, effort: 'best' | 'good'): Promise<string[]> {
  const compressed = encodings.map(async ({ extension, compress, decompress }) => {
    const current = await readFile(path + extension)
      .then(decompress)
      .catch(() => undefined);
    if (!current?.equals(contents)) await writeIfChanged(path + extension, await compress(contents, effort));
    return path + extension;
  });
  const paths = await Promise.all(compressed);
  await writeIfChanged(path, contents);
  return [path, ...paths];
}
