import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connectTo } from '../support/raw-http.ts';

/** What a slow client sends. */
export interface Slowness {
  readonly name: string;
  /** Sent at once. */
  readonly first: string;
  /** Sent after that, repeatedly, one byte a second, until the server closes the connection. */
  readonly drip?: string;
}

/** A client that starts to send a request and does not go on. */
export class SlowClient implements Disposable {
  /** Everything received, as it came. */
  received = '';
  /** After how many milliseconds the server closed the connection. */
  cutOffAfterMs: number | undefined;
  readonly #socket: Socket;
  readonly #dripping: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, { first, drip }: Slowness) {
    this.#socket = socket;
    const start = performance.now();
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      this.received += data;
    });
    socket.on('error', () => {}); // a reset cuts it off as well
    socket.on('close', () => {
      this.cutOffAfterMs = performance.now() - start;
      clearInterval(this.#dripping);
    });
    if (first !== '') socket.write(first);
    if (drip !== undefined) {
      let next = 0;
      this.#dripping = setInterval(() => socket.write(drip.charAt(next++ % drip.length)), 1_000);
    }
  }

  static async connect(url: string, slowness: Slowness): Promise<SlowClient> {
    const socket = connectTo(url);
    await once(socket, 'connect');
    return new SlowClient(socket, slowness);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#dripping);
    this.#socket.destroy();
  }
}
