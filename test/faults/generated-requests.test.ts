import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assertDocumented } from '../../contract/response-check.ts';
import { print } from '../support/figures.ts';
import { parseResponse } from '../support/raw-http.ts';
import { token, validSubmission } from '../support/service.ts';
import { ByteConnection } from './byte-connection.ts';
import { type GeneratedRequest, generatedRequest } from './generated-request.ts';
import { Scene } from './scene.ts';

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
    ...solved.map((user) => token(user)),
    ...strangers.map((user) => token(user)),
    token('solved 1', { exp: 1 }),
    token('solved 1', { nbf: 4_102_444_799 }),
    token('solved 1', { sub: 1 }),
  ];
  const bearers = (await Promise.all(tokens)).map((text) => `Bearer ${text}`);
  return [...bearers, ...bearers.slice(0, 50).map((text) => text.slice(0, -2)), ...Array<string>(30).fill('')];
}

class Findings {
  readonly responses: Record<string, number> = {};
  /** Wrong responses, with their requests. */
  readonly faults: string[] = [];

  async send(request: GeneratedRequest, connection: ByteConnection): Promise<void> {
    try {
      const status = request.isHttp
        ? await this.#exchange(request, connection)
        : await this.#spoil(request, connection);
      if (status >= 500) throw new Error(`The status is ${status}, although nothing is broken`);
      this.responses[status || 'none'] = (this.responses[status || 'none'] ?? 0) + 1;
    } catch (error) {
      this.faults.push(`${error}\nto ${JSON.stringify(request.bytes.toString('latin1').slice(0, 2_000))}`);
    }
  }

  async #exchange({ method, path, bytes }: GeneratedRequest, connection: ByteConnection): Promise<number> {
    const response = await connection.exchange(bytes, method === 'HEAD');
    assertDocumented(method, path, response);
    return response.status;
  }

  /** Returns the status of any response, which may be Node's own, or 0 if there is none. */
  async #spoil({ method, bytes }: GeneratedRequest, connection: ByteConnection): Promise<number> {
    return parseResponse(await connection.sendAndEnd(bytes), method === 'HEAD')?.status ?? 0;
  }
}

test(`${requestCount} random requests`, async () => {
  await using scene = await Scene.start();
  const [instance] = scene.instances;
  const solve = 'insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2::date';
  await scene.postgres.query(solve, [solved, validSubmission.localDate]);
  const arbitrary = generatedRequest(await authorizations());
  using opened = new DisposableStack();
  const connections = Array.from({ length: connectionCount }, () =>
    opened.use(new ByteConnection(instance?.url ?? '')),
  );

  const findings = new Findings();
  const start = performance.now();
  const peaks = { first: 0, last: 0 };
  for (let sent = 0; sent < requestCount && findings.faults.length === 0; sent += chunk) {
    const requests = fc.sample(arbitrary, { numRuns: chunk, seed: seed + sent }).values();
    const sendAll = async (connection: ByteConnection) => {
      for (const request of requests) await findings.send(request, connection);
    };
    await Promise.all(connections.map(sendAll));
    const memory = (await instance?.residentMemory()) ?? 0;
    const done = sent / requestCount;
    if (done >= parts.first) peaks.last = Math.max(peaks.last, memory);
    else if (done >= parts.warmUp) peaks.first = Math.max(peaks.first, memory);
  }

  const responses = Object.entries(findings.responses).map(([status, count]) => `${count} × ${status}`);
  const seconds = Math.round((performance.now() - start) / 1000);
  const remark = `${findings.faults.length} faults; memory at most ${peaks.first} MiB, later ${peaks.last}; ${seconds} s`;
  print('generated-requests', `SEED=${seed}: ${responses.join(', ')}; ${remark}`);
  expect(findings.faults.slice(0, 5)).toEqual([]);
  expect(peaks.last).toBeLessThan(peaks.first + growthMiB);
});
