import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The checksum of a file, as `sha256sum` writes it. */
export async function sha256(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
