import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assertDocumented, type ReceivedResponse } from '../../contract/response-check.ts';
import { print } from '../support/figures.ts';
import { connectTo, parseResponse } from '../support/raw-http.ts';
import { token, validSubmission } from '../support/service.ts';
import { type GeneratedRequest, generatedRequest } from './generated-request.ts';
import { startScene } from './scene.ts';

const requestCount = 10_000;
const chunk = 1_000;
const connectionCount = 16;
/**
 * The most the memory may grow from one part of the run to the next. The first part warms up; the peaks of the two others are
 * compared, because garbage is not collected at once.
 */
const growthMiB = 64;
const parts = { warmUp: 0.2, first: 0.6 };
/** Set SEED to run the same requests again. */
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);

const solved = Array.from({ length: 500 }, (_, number) => `solved ${number}`);
const strangers = [
  'nobody',
  "'; drop table daily_completion cascade; --",
  '\0',
  '\ud800',
  '👑'.repeat(255),
  'a'.repeat(256),
];

async function authorizations(): Promise<string[]> {
  const tokens = [
    ...[...solved, ...strangers].map((user) => token(user)),
    token('solved 1', { exp: 1 }),
    token('solved 1', { nbf: 4_102_444_799 }),
    token('solved 1', { sub: 1 }),
  ];
  const bearers = (await Promise.all(tokens)).map((text) => `Bearer ${text}`);
  return [...bearers, ...bearers.slice(0, 50).map((text) => text.slice(0, -2)), ...Array<string>(30).fill('')];
}

/** A connection that sends one request after another, and reconnects after the server has closed it. */
class Connection implements Disposable {
  readonly #url: string;
  #socket: Socket | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when the connection ends without a response, or the server is silent for ten seconds */
  async exchange({ method, bytes }: GeneratedRequest): Promise<ReceivedResponse> {
    const socket = this.#socket?.writable ? this.#socket : await this.#connect();
    socket.write(bytes);
    let received = '';
    for await (const data of socket.iterator({ destroyOnReturn: false })) {
      received += data;
      const response = parseResponse(received, method === 'HEAD');
      if (response === undefined) continue;
      if (response.headers.get('Connection') === 'close') socket.destroy();
      return response;
    }
    throw new Error(`The connection ended: ${JSON.stringify(received)}`);
  }

  async #connect(): Promise<Socket> {
    const socket = connectTo(this.#url, { noDelay: true }).setEncoding('latin1');
    socket.setTimeout(10_000, () => socket.destroy(new Error('There was no response for 10 s')));
    socket.on('error', () => {}); // also while no response is awaited
    this.#socket = socket;
    await once(socket, 'connect');
    return socket;
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
  }
}

test(`${requestCount} random requests`, async () => {
  await using scene = await startScene();
  const { postgres, first: instance } = scene;
  const solve = 'insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2::date';
  await postgres.query(solve, [solved, validSubmission.localDate]);
  const arbitrary = generatedRequest(await authorizations());
  using opened = new DisposableStack();
  const connections = Array.from({ length: connectionCount }, () => opened.use(new Connection(instance.url)));
  const responses: Record<string, number> = {};
  /** Wrong responses, with their requests. */
  const faults: string[] = [];

  async function send(request: GeneratedRequest, connection: Connection): Promise<void> {
    try {
      const response = await connection.exchange(request);
      assertDocumented(request.method, request.path, response);
      const { status } = response;
      if (status >= 500) throw new Error(`The status is ${status}, although nothing is broken`);
      responses[status] = (responses[status] ?? 0) + 1;
    } catch (error) {
      faults.push(`${error}\nto ${JSON.stringify(request.bytes.toString('latin1').slice(0, 2_000))}`);
    }
  }

  const start = performance.now();
  const peaks = { first: 0, last: 0 };
  for (let sent = 0; sent < requestCount && faults.length === 0; sent += chunk) {
    const requests = fc.sample(arbitrary, { numRuns: chunk, seed: seed + sent }).values();
    const sendAll = async (connection: Connection) => {
      for (const request of requests) await send(request, connection);
    };
    await Promise.all(connections.map(sendAll));
    const memory = await instance.residentMemory();
    const done = sent / requestCount;
    if (done >= parts.first) peaks.last = Math.max(peaks.last, memory);
    else if (done >= parts.warmUp) peaks.first = Math.max(peaks.first, memory);
  }

  const counts = Object.entries(responses).map(([status, count]) => `${count} × ${status}`);
  const seconds = Math.round((performance.now() - start) / 1000);
  const remark = `${faults.length} faults; memory at most ${peaks.first} MiB, later ${peaks.last}; ${seconds} s`;
  print('generated-requests', `SEED=${seed}: ${counts.join(', ')}; ${remark}`);
  expect(faults.slice(0, 5)).toEqual([]);
  expect(peaks.last).toBeLessThan(peaks.first + growthMiB);
});
