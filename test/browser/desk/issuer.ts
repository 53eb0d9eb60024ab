import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const resource = 'https://verses.example';

/** Who has an account, with what the issuer calls the roles. */
const accounts: Readonly<Record<string, { readonly name: string; readonly roles: readonly string[] }>> = {
  ann: { name: 'Ann Smith', roles: ['Editors'] },
  vera: { name: 'Vera Jones', roles: ['Viewers'] },
  bob: { name: 'Bob Brown', roles: ['Sales'] },
};

/** Browsers ask for an icon that the page does not name. */
const icon = '<link rel="icon" href="data:,">';

/** In seconds. */
const ttl = 600;

/** A real OpenID Connect issuer, which asks for a name and no password. */
export class Issuer implements AsyncDisposable {
  readonly url: string;
  /** How long the next tokens last, in seconds. */
  lifetime = 3600;
  /** Whether it gives refresh tokens. */
  renews = false;
  readonly #port: number;
  readonly #provider = Promise.withResolvers<Provider>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
    server.on('request', (request, response) => this.#serve(request, response));
  }

  static async start(): Promise<Issuer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Issuer(server);
  }

  /** Registers the desk's page. Before that, every request waits. */
  async register(page: string): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(this.url, {
      clients: [
        {
          client_id: 'desk',
          token_endpoint_auth_method: 'none',
          redirect_uris: [page],
          post_logout_redirect_uris: [page],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['a key for tests'] },
      clientBasedCORS: (_ctx, origin) => origin === new URL(page).origin,
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'name'] },
      findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, name: accounts[id]?.name }) }),
      extraTokenClaims: (_ctx, token) => ({
        realm_access: { roles: 'accountId' in token ? accounts[token.accountId ?? '']?.roles : [] },
      }),
      issueRefreshToken: async () => this.renews,
      ttl: {
        Grant: ttl,
        IdToken: ttl,
        Interaction: ttl,
        RefreshToken: ttl,
        Session: ttl,
        AccessToken: () => this.lifetime,
      },
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId: 'desk', accountId: oidc.session?.accountId as string });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
      features: {
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          defaultResource: async () => resource,
          useGrantedResource: async () => true,
          getResourceServerInfo: async () => ({ scope: '', audience: 'verses', accessTokenFormat: 'jwt' }),
        },
        rpInitiatedLogout: {
          logoutSource(ctx, form) {
            ctx.body = `${icon}${form}<button form="op.logoutForm" name="logout" value="yes">Leave</button>`;
          },
        },
      },
    });
    this.#provider.resolve(provider);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Listens again, at the same port. */
  async restart(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.#provider.promise;
    if (!request.url?.startsWith('/interaction/')) {
      await provider.callback()(request, response);
    } else if (request.method === 'GET') {
      response.setHeader('Content-Type', 'text/html');
      response.end(`${icon}<form method="post"><label>Name <input name="name"></label><button>Enter</button></form>`);
    } else {
      const accountId = new URLSearchParams(await text(request)).get('name') ?? '';
      await provider.interactionFinished(request, response, { login: { accountId } });
    }
  }
}
