import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { subjectOf } from '../../client/src/element/player/claims.ts';
import { type Attempt, type Session, timesOf } from './session.ts';

/** Where operators sign in. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  /** What a request to sign in has besides the protocol's own parameters, as a query. */
  readonly parameters: string;
}

/** In milliseconds. */
const timeout = 10_000;
/** Of a token whose issuer does not say how long it lasts, in seconds. */
const usualLifetime = 300;

/**
 * OpenID Connect, as a public client: the authorization code flow with PKCE, `state` and `nonce`.
 * Each function throws a TypeError or a TimeoutError if there is no response, and oauth4webapi's
 * errors if the response is not as it must be.
 *
 * @param page the URL to which the issuer sends the browser back
 */
export function createOidc({ issuer, clientId, parameters }: Provider, page: string) {
  const identifier = new URL(issuer);
  const client = { client_id: clientId };
  const options = () => ({
    signal: AbortSignal.timeout(timeout),
    [allowInsecureRequests]: identifier.protocol === 'http:',
  });
  let discovered: AuthorizationServer | undefined;

  async function discover(): Promise<AuthorizationServer> {
    discovered ??= await processDiscoveryResponse(identifier, await discoveryRequest(identifier, options()));
    return discovered;
  }

  return {
    /** Begins a sign-in: where the browser goes, and what to keep until it comes back. */
    async begin(isAgain: boolean): Promise<{ url: URL; attempt: Attempt }> {
      const url = new URL((await discover()).authorization_endpoint as string);
      const verifier = generateRandomCodeVerifier();
      const attempt = { state: generateRandomState(), nonce: generateRandomNonce(), verifier, isAgain };
      const query = {
        ...Object.fromEntries(new URLSearchParams(parameters)),
        client_id: clientId,
        response_type: 'code',
        redirect_uri: page,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { url, attempt };
    },

    /**
     * @param answer the issuer's, with which it has sent the browser back: the query of the address
     */
    async complete(answer: URLSearchParams, { state, nonce, verifier }: Attempt): Promise<Session> {
      const server = await discover();
      const checked = validateAuthResponse(server, client, answer, state);
      const sent = authorizationCodeGrantRequest(server, client, None(), checked, page, verifier, options());
      const expected = { expectedNonce: nonce, requireIdToken: true };
      return sessionOf(await processAuthorizationCodeResponse(server, client, await sent, expected));
    },

    /** @returns the session without its refresh token if the issuer no longer accepts that */
    async renew(session: Session): Promise<Session> {
      const server = await discover();
      const sent = refreshTokenGrantRequest(server, client, None(), session.refreshToken ?? '', options());
      try {
        return sessionOf(await processRefreshTokenResponse(server, client, await sent), session);
      } catch (error) {
        if (error instanceof ResponseBodyError) return { ...session, refreshToken: undefined };
        throw error;
      }
    },

    /** Where the issuer signs the operator out; undefined if it cannot. */
    async end({ idToken }: Session): Promise<URL | undefined> {
      const { end_session_endpoint: endpoint } = await discover();
      if (endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      const query = { client_id: clientId, id_token_hint: idToken, post_logout_redirect_uri: page };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },
  };
}

/** @param before the session that is renewed: the issuer may leave out what stays as it was */
function sessionOf(response: TokenEndpointResponse, before?: Session): Session {
  const { access_token, id_token, refresh_token, expires_in = usualLifetime } = response;
  const claims = getValidatedIdTokenClaims(response);
  const { name, preferred_username, email, sub = '' } = { ...claims };
  return {
    user: before?.user ?? subjectOf(access_token), // as the service knows the operator
    name: before?.name ?? String(name ?? preferred_username ?? email ?? sub),
    token: access_token,
    idToken: id_token ?? before?.idToken ?? '',
    refreshToken: refresh_token ?? before?.refreshToken,
    ...timesOf(Date.now(), expires_in * 1000),
  };
}
