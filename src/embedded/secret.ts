import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the secret that signs tokens for the embedded default. The first start generates it and stores it in the folder. */
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
