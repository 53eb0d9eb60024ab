import { connect, type Socket } from 'node:net';
import { assertDocumented, type ReceivedResponse } from '../../contract/documented.ts';
import type { TestResponse, TestService } from './service.ts';

/**
 * A connection on which requests are sent exactly as they are written here, where `fetch` would tidy them up or insist on
 * sending all of them. It does not last longer than five seconds.
 */
export class RawConnection implements Disposable {
  readonly #host: string;
  readonly #socket: Socket;

  constructor({ url }: TestService) {
    const { host, hostname, port } = new URL(url);
    this.#host = host;
    this.#socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(5_000) });
  }

  /** Waits for no more than the response. It must be one that the contract documents, or this throws. */
  async request(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Uint8Array = '',
  ): Promise<TestResponse> {
    const lines = Object.entries({ Host: this.#host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.#socket.write([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    this.#socket.write(body);
    const response = await receive(this.#socket.iterator({ destroyOnReturn: false }));
    assertDocumented(method, target.split('?', 1).join(), response);
    return { ...response, body: JSON.parse(response.text) };
  }

  /** Tells the server that nothing more will be sent. */
  end(): void {
    this.#socket.end();
  }

  /** Goes away without a word. */
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
 * @param body all that is ever sent of it; without this argument, the server may go on waiting for one
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
    const [head = '', text] = received.split('\r\n\r\n', 2);
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    if (text !== undefined && text.length >= Number(headers.get('Content-Length'))) {
      return { status: Number(statusLine.split(' ')[1]), headers, text };
    }
  }
  throw new Error(`The connection was closed after ${JSON.stringify(received)}`);
}
