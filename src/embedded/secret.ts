import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret that signs tokens for the embedded default, made at its first start and kept in its folder. */
export async function embeddedSecret(directory: string): Promise<string> {
  const path = join(directory, 'jwt-secret');
  try {
    return await readFile(path, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    await writeFile(path, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
