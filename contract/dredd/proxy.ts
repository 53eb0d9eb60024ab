import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { urlOf } from '../../src/server/url-of.ts';

export interface ProxiedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string;
}

/** A response of the service that the proxy may change. */
export interface JsonResponse {
  status: number;
  readonly headers: Headers;
  /** Has no members where the service sent no body, as with a 304. */
  readonly body: Record<string, unknown>;
}

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a reverse proxy on a free port that changes the service's responses. */
export async function startProxy(
  target: string,
  change: (response: JsonResponse, request: ProxiedRequest) => void,
): Promise<LocalServer> {
  return await serve(async (incoming, outgoing) => {
    try {
      const { method = '', url: path = '' } = incoming;
      const sent = { method, path, body: await text(incoming) };
      const response = await forward(sent, incoming.headers, target);
      change(response, sent);
      response.headers.delete('Content-Length');
      const body = Object.keys(response.body).length === 0 ? '' : JSON.stringify(response.body);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
    } catch (error) {
      outgoing.destroy(error as Error);
    }
  });
}

/** Serves requests on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function forward(
  { method, path, body }: ProxiedRequest,
  headers: IncomingHttpHeaders,
  target: string,
): Promise<JsonResponse> {
  const outgoing = request(new URL(path, target), { method, headers, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    body: JSON.parse((await text(response)) || '{}'),
  };
}
