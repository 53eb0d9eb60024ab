import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Returns the secret that signs tokens for the embedded default. The first call generates it and
 * stores it in the folder.
 *
 * @throws StartError when there is no folder, because the service was never started
 */
export async function embeddedSecret(directory: string): Promise<string> {
  const path = join(directory, 'jwt-secret');
  try {
    return await readFile(path, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    await writeFile(path, secret, { mode: 0o600, flag: 'wx' }).catch((cause) => {
      if (cause.code !== 'ENOENT') throw cause;
      const message = 'There is no secret to sign tokens with yet: run `npm start` first, or set AUTH_JWT_SECRET';
      throw new StartError(message, { cause });
    });
    return secret;
  }
}
