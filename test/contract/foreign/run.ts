import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { urlOf } from '../../../src/http/listen.ts';
import { root } from '../../../src/root.ts';
import { RunningScript } from '../../support/process.ts';

/** As package.json has it: Dredd's dependencies use deprecated parts of Node. */
export const noWarnings = ['--disable-warning=DEP0060', '--disable-warning=Warning'];

/** Starts `npm run dredd` with options and environment variables. */
export function start(args: readonly string[] = [], env: Record<string, string> = {}): RunningScript {
  return new RunningScript(root, [...noWarnings, 'scripts/dredd.ts', ...args], env);
}

/** Serves requests on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
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

/** Serves a service below `/verses`, as a proxy does, with headers of its own. */
export async function serveBehindProxy(service: string): ReturnType<typeof serve> {
  const { url, ...server } = await serve(async (incoming, outgoing) => {
    const { method, url = '', headers, headersDistinct } = incoming;
    if (headersDistinct['host']?.length !== 1) {
      outgoing.writeHead(400).end();
      return;
    }
    const sent = request(service + url.replace('/verses', ''), { method, headers, agent: false });
    incoming.pipe(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 0, { ...response.headers, Server: 'nginx', Via: '1.1 proxy' });
    response.pipe(outgoing);
  });
  return { ...server, url: `${url}/verses` };
}
