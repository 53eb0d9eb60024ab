import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { text } from 'node:stream/consumers';
import { assertDocumented, type ReceivedResponse } from '../../contract/response-check.ts';
import type { TestResponse, TestService } from './service.ts';

/** A connection to an instance, on which a test sends whatever bytes it likes. */
export function connectTo(url: string, options: Partial<TcpNetConnectOpts> = {}): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), ...options });
}

/**
 * A connection that sends requests exactly as written, where `fetch` would normalize them or send
 * all of them. It is closed after five seconds.
 */
export class RawConnection implements Disposable {
  readonly #host: string;
  readonly #socket: Socket;

  constructor({ url }: Pick<TestService, 'url'>) {
    this.#host = new URL(url).host;
    this.#socket = connectTo(url, { signal: AbortSignal.timeout(5_000) });
  }

  /** @throws Error when the response is not one that the contract documents */
  async request(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Uint8Array = '',
  ): Promise<TestResponse> {
    const response = await this.#exchange(method, target, headers, body);
    assertDocumented(method, target.split('?', 1).join(), response);
    return { ...response, body: JSON.parse(response.text) };
  }

  /**
   * Sends a request whose path must not be read.
   *
   * @throws Error when the response is not the 400 that the contract has for it
   */
  async badRequest(method: string, target: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    assertDocumented(method, undefined, await this.#exchange(method, target, headers, ''));
  }

  async #exchange(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<ReceivedResponse> {
    const lines = Object.entries({ Host: this.#host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.#socket.write([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    this.#socket.write(body);
    return await receive(this.#socket.iterator({ destroyOnReturn: false }));
  }

  /** All that is received until the service ends the connection. */
  async rest(): Promise<string> {
    return await text(this.#socket);
  }

  /** Ends the sending side of the connection. */
  end(): void {
    this.#socket.end();
  }

  /** Resets the connection. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

/**
 * Sends one request on a connection of its own.
 *
 * @param body everything that is sent of the body; without it, the server may wait for one
 */
export async function requestRaw(
  service: TestService,
  method: string,
  target: string,
  headers?: Readonly<Record<string, string>>,
  body?: string,
): Promise<TestResponse> {
  using connection = new RawConnection(service);
  const response = connection.request(method, target, headers, body);
  if (body !== undefined) connection.end();
  return await response;
}

async function receive(chunks: AsyncIterable<Buffer>): Promise<ReceivedResponse> {
  let received = '';
  for await (const chunk of chunks) {
    received += chunk.toString('latin1');
    const response = parseResponse(received);
    if (response !== undefined) return response;
  }
  throw new Error(`The connection was closed after ${JSON.stringify(received)}`);
}

/**
 * @param received one character a byte
 * @param isHead whether the response has no body, whatever its Content-Length
 * @returns undefined while it is incomplete
 */
export function parseResponse(received: string, isHead = false): ReceivedResponse | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
  const length = isHead ? 0 : Number(headers.get('Content-Length'));
  const body = received.slice(end + 4, end + 4 + length);
  if (body.length < length) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, text: Buffer.from(body, 'latin1').toString() };
}
