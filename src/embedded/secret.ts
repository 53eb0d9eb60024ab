import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { folderError, readIfExists, replaceFile } from './folder.ts';

/**
 * Returns the secret that signs tokens for the embedded default. The first call generates it and
 * stores it in the folder, and so does a call that finds it damaged, as after a power cut: whoever
 * has a token of the lost secret signs in again.
 *
 * @throws StartError when there is no folder, because the service was never started, or when the
 *   folder cannot be used
 */
export async function embeddedSecret(directory: string): Promise<string> {
  try {
    await access(directory);
  } catch (cause) {
    const message = 'There is no secret to sign tokens with yet: run `npm start` first, or set AUTH_JWT_SECRET';
    throw new StartError(message, { cause });
  }
  const path = join(directory, 'jwt-secret');
  try {
    const stored = await readIfExists(path);
    if (stored !== undefined && /^[0-9a-f]{64}$/.test(stored)) return stored;
    const secret = randomBytes(32).toString('hex');
    await replaceFile(path, secret);
    return secret;
  } catch (error) {
    throw folderError(directory, error);
  }
}
