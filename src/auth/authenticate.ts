import {
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { bearerAuthNotBeforeTolerance } from '../generated/operations.ts';
import { contractRoles, rolesOf, type TokenRoles } from '../roles.ts';
import { createJwks, type Jwks, JwksUnavailableError } from './jwks.ts';
import { isSubject } from './subject.ts';

/** How tokens are checked: with a shared secret (HS256), or with the keys of a JWKS URL. */
export type AuthConfig = (SharedSecret | { readonly jwksUrl: URL }) & {
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  /** By default as the contracts say. */
  readonly roles?: TokenRoles;
};

interface SharedSecret {
  readonly secret: string;
  /** The secret before it, whose tokens are still valid. */
  readonly previousSecret?: string | undefined;
}

/** The user that a token identifies. */
export interface User {
  /** The claim `sub`. */
  readonly id: string;
  /** The claim `name` or else `preferred_username`, if it has 1 to 255 characters. */
  readonly name?: string | undefined;
  /** By the contracts' names. */
  readonly roles: readonly string[];
}

/**
 * Returns the user whom an `Authorization` header authenticates, or undefined if the token is
 * absent or invalid.
 *
 * @throws JwksUnavailableError when no key set has ever been fetched, so the token cannot be
 *   checked
 */
export type Authenticate = (authorization: string | undefined) => Promise<User | undefined>;

export interface Authentication extends Disposable {
  readonly authenticate: Authenticate;
  /** Whether there are keys to verify tokens with. */
  hasKeys(): boolean;
  /** How long ago the key set was fetched, in seconds; undefined if none has been. */
  keySetAge(): number | undefined;
  /** How many verified tokens are kept, and how many requests had one of them. */
  keptTokens(): { readonly count: number; readonly hits: number };
}

/** A token that was verified, and when it is valid, in seconds since the epoch. */
interface VerifiedToken {
  readonly user: User;
  readonly exp: number;
  readonly nbf: number;
  /** The generation of the keys when its verification began. */
  readonly generation: number;
}

/** In seconds, for jose: the issuer's clock may be ahead. */
const tolerance = Temporal.Duration.from(bearerAuthNotBeforeTolerance).total('seconds');
const bearerToken = /^bearer +([\w.~+/-]+=*) *$/i;

/** How often the log says that tokens are rejected for a reason, in milliseconds. */
const rejectionInterval = 60_000;

/**
 * Together they bound the memory of verified tokens, 40 MB. A longer token is verified each time.
 */
const maxKeptTokens = 10_000;
const maxKeptLength = 4096;

/**
 * Bearer JWT as the contract's security scheme describes it (RFC 6750, RFC 7519), verified with a
 * shared secret (HS256), or the one before it, or with the keys of a JWKS URL (RS256, ES256,
 * EdDSA). Fetches these keys until it is disposed of.
 *
 * A verified token is kept, and not verified again until the key set is fetched again: a token of
 * an earlier generation of the keys counts for nothing.
 *
 * @param clock the instant that `exp` and `nbf` are compared with, for a kept token, too
 */
export async function createAuthenticate(
  config: AuthConfig,
  clock: () => Temporal.Instant,
  logger: Logger,
): Promise<Authentication> {
  const { issuer, audience, roles = contractRoles } = config;
  let hits = 0;
  const verified = new LRUCache<string, VerifiedToken>({ max: maxKeptTokens });
  const keys =
    'secret' in config ? await secretKey(config.secret, 'AUTH_JWT_SECRET', logger) : createJwks(config.jwksUrl, logger);
  const previous =
    'secret' in config && config.previousSecret
      ? await secretKey(config.previousSecret, 'AUTH_JWT_SECRET_PREVIOUS', logger)
      : undefined;
  const options = {
    algorithms: 'secret' in config ? ['HS256'] : ['RS256', 'ES256', 'EdDSA', 'Ed25519'],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: tolerance,
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  };
  async function verify(token: string, currentDate: Date, generation: number) {
    const dated = { ...options, currentDate };
    try {
      return await verifyByAny(token, keys.getKey, dated);
    } catch (err) {
      if (!isMisfit(err) && !isUnusable(err)) throw err;
      if (previous !== undefined) return await jwtVerify(token, previous.getKey, dated);
      // The key set may have been fetched for another token meanwhile.
      if (generation === keys.generation() && !(await keys.renew())) throw err;
      return await verifyByAny(token, keys.getKey, dated);
    }
  }
  const { reject, rejectFor } = createRejections(logger);
  async function authenticate(authorization: string | undefined): Promise<User | undefined> {
    if (authorization === undefined) return undefined;
    const token = bearerToken.exec(authorization)?.[1];
    if (token === undefined) return reject({ reason: 'no Bearer token' });
    const now = clock().epochMilliseconds;
    const kept = verified.get(token);
    const generation = keys.generation();
    if (kept !== undefined && kept.generation === generation && isCurrent(kept, now)) {
      hits += 1;
      return kept.user;
    }
    try {
      const { payload } = await verify(token, new Date(now), generation);
      const user = userOf(payload, roles);
      const { exp = 0, nbf = 0 } = payload;
      if (user === undefined) return reject({ claim: 'sub', reason: 'invalid' }, 'warn');
      if (!isCurrent({ exp, nbf }, now)) return reject(expired);
      if (token.length <= maxKeptLength) verified.set(token, { user, exp, nbf, generation });
      return user;
    } catch (err) {
      if (err instanceof JwksUnavailableError) throw err;
      return rejectFor(err);
    }
  }
  return {
    authenticate,
    hasKeys: () => keys.isAvailable(),
    keySetAge: () => keys.age(),
    keptTokens: () => ({ count: verified.size, hits }),
    [Symbol.dispose]: () => keys[Symbol.dispose](),
  };
}

/**
 * Tries each key that a token without a key id may mean. A key that cannot be used does not keep the
 * others from being tried.
 */
async function verifyByAny(
  token: string,
  getKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, getKey, options);
  } catch (err) {
    if (!(err instanceof errors.JWKSMultipleMatchingKeys)) throw err;
    let misfit: unknown;
    for await (const key of err) {
      try {
        return await jwtVerify(token, key, options);
      } catch (error) {
        if (!isMisfit(error) && !isUnusable(error)) throw error;
        if (!isMisfit(misfit)) misfit = error;
      }
    }
    throw misfit ?? new errors.JWKSNoMatchingKey();
  }
}

function isMisfit(err: unknown): boolean {
  return err instanceof errors.JWKSNoMatchingKey || err instanceof errors.JWSSignatureVerificationFailed;
}

/** Whether a key cannot be used, for example because it is too weak: a fault of the issuer. */
function isUnusable(err: unknown): boolean {
  if (err instanceof JwksUnavailableError) return false;
  return !(err instanceof errors.JOSEError) || err instanceof errors.JWKSInvalid;
}

/** Stricter than jose, whose tolerance also prolongs tokens. */
function isCurrent({ exp, nbf }: Pick<VerifiedToken, 'exp' | 'nbf'>, now: number): boolean {
  return exp * 1000 > now && nbf * 1000 <= now + tolerance * 1000;
}

/** Imports the key once: jose would import raw bytes again for each token. */
async function secretKey(secret: string, variable: string, logger: Logger): Promise<Jwks> {
  if (secret.trim() !== secret)
    logger.warn({ variable }, 'the secret begins or ends with a blank: the issuer must sign with it, too');
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return {
    getKey: async () => key,
    renew: async () => false,
    isAvailable: () => true,
    generation: () => 0,
    age: () => undefined,
    [Symbol.dispose]() {},
  };
}

/** What the log says of a rejected token, without anything from the token. */
interface Rejection {
  readonly claim?: string;
  readonly reason: string;
}

const expired: Rejection = { claim: 'exp', reason: 'passed' };

const claimReasons: Readonly<Record<string, string>> = { check_failed: 'unexpected' };

/** By jose's codes; for any other, the token is malformed. */
const reasons: Readonly<Record<string, Rejection>> = {
  [errors.JWTExpired.code]: expired,
  [errors.JOSEAlgNotAllowed.code]: { reason: 'alg not accepted' },
  [errors.JWKSNoMatchingKey.code]: { reason: 'no key fits' },
  [errors.JWSSignatureVerificationFailed.code]: { reason: 'signature wrong' },
};

/** Logs why tokens are rejected, each reason at most once a minute: anybody can send such tokens. */
function createRejections(logger: Logger) {
  const logged = new Map<string, number>();
  function isDue(what: string): boolean {
    const now = performance.now();
    if (now - (logged.get(what) ?? Number.NEGATIVE_INFINITY) < rejectionInterval) return false;
    logged.set(what, now);
    return true;
  }
  function reject(rejection: Rejection, level: 'info' | 'warn' = 'info'): undefined {
    if (isDue(`${rejection.claim} ${rejection.reason}`)) logger[level](rejection, 'tokens rejected');
  }
  return {
    reject,
    rejectFor(err: unknown): undefined {
      if (isUnusable(err)) {
        if (isDue('key')) logger.warn({ err }, 'token key unusable');
      } else if (err instanceof errors.JWTClaimValidationFailed) {
        // The issuer has signed it, so the issuer or the configuration may be at fault.
        reject({ claim: err.claim, reason: claimReasons[err.reason] ?? err.reason }, 'warn');
      } else reject(reasons[(err as errors.JOSEError).code] ?? { reason: 'malformed' });
    },
  };
}

function userOf(payload: JWTPayload, roles: TokenRoles): User | undefined {
  const { sub, name, preferred_username: username } = payload;
  if (typeof sub !== 'string' || !isSubject(sub)) return undefined;
  const isName = (claim: unknown): claim is string => typeof claim === 'string' && isSubject(claim);
  return { id: sub, name: [name, username].find(isName), roles: rolesOf(payload, roles) };
}
