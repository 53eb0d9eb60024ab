import type { AuthConfig } from '../auth/authenticate.ts';
import { ConfigError, readConfig } from '../config.ts';
import { embeddedDirectory } from '../embedded/folder.ts';
import { embeddedSecret } from '../embedded/secret.ts';

/**
 * What signs tokens that this machine's service accepts: AUTH_JWT_SECRET or, if that is unset, the
 * embedded default's own secret.
 *
 * @throws ConfigError where tokens are checked with the keys of an issuer
 * @throws StartError before the first `npm start`
 */
export async function localAuth(): Promise<Extract<AuthConfig, { secret: string }>> {
  const auth = readConfig(process.env).auth ?? { secret: await embeddedSecret(embeddedDirectory) };
  if ('secret' in auth) return auth;
  throw new ConfigError('Tokens are checked with the keys of AUTH_JWKS_URL, so only its issuer can sign one');
}
