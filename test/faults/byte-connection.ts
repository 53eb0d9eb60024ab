import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ReceivedResponse } from '../../contract/response-check.ts';
import { connectTo, parseResponse } from '../support/raw-http.ts';

const patienceMs = 10_000;

/**
 * A connection that sends bytes unchanged, one request after another, and reconnects after the
 * server has closed it.
 */
export class ByteConnection implements Disposable {
  readonly #url: string;
  #socket: Socket | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Sends a whole request and waits for its response.
   *
   * @param isHead whether the response has no body, whatever its Content-Length
   * @throws Error when the connection ends without a response, or after ten seconds
   */
  async exchange(bytes: Buffer, isHead: boolean): Promise<ReceivedResponse> {
    const socket = await this.#connected();
    const receiving = receive(socket, isHead);
    socket.write(bytes);
    try {
      const response = await receiving;
      if (response.headers.get('Connection') === 'close') socket.destroy();
      return response;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /**
   * Sends bytes that need not be a request, and nothing after them. Returns what the server sends
   * before it closes the connection.
   */
  async sendAndEnd(bytes: Buffer): Promise<string> {
    using connection = new ByteConnection(this.#url);
    const socket = await connection.#connected();
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(patienceMs) });
    socket.end(bytes);
    await closed;
    return received;
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
  }

  async #connected(): Promise<Socket> {
    if (this.#socket?.writable) return this.#socket;
    const socket = connectTo(this.#url, { noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', () => {}); // 'close' follows
    this.#socket = socket;
    await once(socket, 'connect');
    return socket;
  }
}

function receive(socket: Socket, isHead: boolean): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    let received = '';
    const timer = setTimeout(() => fail(`There was no response for ${patienceMs} ms`), patienceMs);
    const finish = () => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
    };
    const fail = (reason: string) => {
      finish();
      reject(new Error(`${reason}: ${JSON.stringify(received)}`));
    };
    const onClose = () => fail('The connection ended');
    const onData = (data: string) => {
      received += data;
      const response = parseResponse(received, isHead);
      if (response === undefined) return;
      finish();
      resolve(response);
    };
    socket.on('data', onData).on('close', onClose);
  });
}
