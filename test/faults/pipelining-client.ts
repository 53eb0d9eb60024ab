import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connectTo } from '../support/raw-http.ts';

/** A client that sends requests without waiting for their responses, on one connection. */
export class PipeliningClient implements Disposable {
  sent = 0;
  /** The responses that began to arrive. */
  responses = 0;
  /** Whether the server has closed the connection. */
  isClosed = false;
  readonly #url: string;
  readonly #reads: boolean;
  #socket: Socket | undefined;

  /** @param reads whether it reads the responses; otherwise from `read` on */
  constructor(url: string, { reads = true } = {}) {
    this.#url = url;
    this.#reads = reads;
  }

  async connect(): Promise<void> {
    const socket = connectTo(this.#url).setEncoding('latin1').pause();
    this.#socket = socket;
    socket.on('error', () => {}); // a reset closes it as well
    socket.on('close', () => {
      this.isClosed = true;
      this.#socket = undefined;
    });
    socket.on('data', (data) => {
      this.responses += String(data).split('HTTP/1.1 ').length - 1;
    });
    if (this.#reads) socket.resume();
    await once(socket, 'connect');
  }

  /** Reads what has arrived. Only then does it notice that the server has closed the connection. */
  read(): void {
    this.#socket?.resume();
  }

  /** Sends a request so many times at once. A closed connection sends nothing. */
  send(request: string, count: number): void {
    this.#socket?.write(request.repeat(count));
    this.sent += count;
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
  }
}
