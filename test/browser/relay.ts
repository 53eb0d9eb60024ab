import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

const reports = '/reports';
/** A browser may end a request whenever it likes. */
const ignore = () => {};

/**
 * Stands between a browser and the service: it sees what the page sends, hears of violations of the
 * page's policy, and can lose responses. It does for every engine what not every engine's driver
 * can.
 */
export class Relay implements AsyncDisposable {
  readonly requests: IncomingMessage[] = [];
  /** What browsers reported, as JSON. */
  readonly violations: string[] = [];
  /** The paths whose responses break off: the service gets the requests all the same. */
  loses: RegExp | undefined;
  readonly #server: Server;

  private constructor(service: string) {
    this.#server = createServer(async (incoming, outgoing) => {
      const { url = '/', method, headers } = incoming;
      if (url === reports) {
        this.violations.push(await text(incoming));
        outgoing.end();
        return;
      }
      this.requests.push(incoming);
      const relayed = request(new URL(url, service), { method, headers }, (response) => {
        if (this.loses?.test(url)) {
          response.resume();
          // In the middle of the response: before it, Firefox would send the request up to ten times.
          outgoing.writeHead(response.statusCode as number, { 'transfer-encoding': 'chunked' });
          outgoing.write(' ', () => incoming.socket.resetAndDestroy());
          return;
        }
        if (outgoing.destroyed) {
          response.resume(); // the browser has gone, e.g. to another page
          return;
        }
        const policy = response.headers['content-security-policy'];
        outgoing.writeHead(response.statusCode as number, {
          ...response.headers,
          ...(policy && { 'content-security-policy': `${policy}; report-uri ${reports}` }),
        });
        pipeline(response, outgoing, ignore);
      });
      pipeline(incoming, relayed, ignore);
    });
  }

  /** @param service the service's base URL */
  static async start(service: string): Promise<Relay> {
    const relay = new Relay(service);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
