import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { connectTo } from '../support/raw-http.ts';
import { testSecret, token, validSubmission } from '../support/service.ts';
import { Collector, type Span } from './collector.ts';

const { method, path } = submitVerseOperation;
/** The example of https://www.w3.org/TR/trace-context/ */
const [traceId, callerId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const [server, client] = [2, 3]; // SpanKind in OTLP

let database: TestDatabase;
let collector: Collector;
beforeEach(async () => {
  database = await createTestDatabase();
  collector = await Collector.start();
  await database.query("insert into daily_completion (anonymous_id, date) values ('ann', $1)", [
    validSubmission.localDate,
  ]);
});
afterEach(async () => {
  await collector[Symbol.asyncDispose]();
  await database.drop();
});

interface Line {
  readonly msg: string;
  readonly trace_id?: string;
}

/** Runs what `npm start` runs, sends requests, stops it, and returns its log. */
async function run(
  env: Record<string, string>,
  send: (url: string) => Promise<void> = submit,
): Promise<{ exitCode: number | null; log: Line[]; stderr: string; stopMs: number }> {
  const script = new RunningScript(root, ['dist/main.js'], {
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: testSecret,
    PORT: '0',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  });
  await send((await script.printed(/"url":"([^"]+)"/))[1] ?? '');
  const begun = performance.now();
  const exitCode = await script.kill('SIGTERM');
  const stopMs = performance.now() - begun;
  const log = script.stdout
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  return { exitCode, log, stderr: script.stderr, stopMs };
}

async function submit(url: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${await token('ann')}`,
    traceparent: `00-${traceId}-${callerId}-01`,
  };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(validSubmission) });
  expect(response.status).toBe(201);
}

function requestLine(log: Line[]): Line {
  const line = log.find(({ msg }) => msg === 'request completed');
  if (line === undefined) throw new Error(`There was no response: ${JSON.stringify(log)}`);
  return line;
}

function attribute({ attributes }: Span, name: string): unknown {
  const { value = {} } = attributes.find(({ key }) => key === name) ?? {};
  return Object.values(value)[0];
}

describe('with an endpoint to export to', () => {
  const on = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

  test("a request is a span in its caller's trace, with its queries, but no token or values", async () => {
    const { exitCode, log, stderr } = await run(on());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });

    const requests = collector.spans.filter(({ kind }) => kind === server);
    expect(requests).toMatchObject([{ name: `${method} ${path}`, traceId, parentSpanId: callerId }]);
    const [request] = requests as [Span];
    expect(attribute(request, 'http.route')).toBe(path);
    expect(Number(attribute(request, 'http.response.status_code'))).toBe(201);

    const queries = collector.spans.filter((span) => attribute(span, 'db.query.text') !== undefined);
    expect(queries.map((query) => String(attribute(query, 'db.query.text')).trim())).toEqual(
      expect.arrayContaining([expect.stringContaining('insert into "scheduled_submission"'), 'commit']),
    );
    for (const query of queries) expect(query).toMatchObject({ kind: client, traceId, parentSpanId: request.spanId });

    expect(requestLine(log).trace_id).toBe(traceId);
    expect(new Set(collector.serviceNames)).toEqual(new Set(['verse-submissions']));
    for (const part of [await token('ann'), 'JHN']) expect(JSON.stringify(collector.spans)).not.toContain(part);
  });

  test('each operation and page gives its span its route without ids, on one connection too', async () => {
    const ofPlayer = '/puzzle/api/players/the-id-of-a-player';
    const withToken = `${path}?access_token=a-token-in-the-wrong-place`;
    const targets = ['/api/submissions', '/docs', `${ofPlayer}/`, ofPlayer, 'http://[/', withToken, '/api/eligibility'];
    const env = { ...on(), OTEL_SERVICE_NAME: 'verses-eu', PUZZLE_DATABASE_URL: database.url };
    const { log } = await run(env, async (url) => {
      for (const probe of ['/livez', '/readyz', '/metrics']) expect((await fetch(url + probe)).status).toBe(200);
      const socket = connectTo(url).resume();
      for (const target of targets) {
        const connection = target === targets.at(-1) ? 'close' : 'keep-alive';
        socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`);
      }
      await once(socket, 'close');
    });
    const routes = ['/api/submissions', '/docs', undefined, '/puzzle/api/players/{player}', undefined, path];
    const spans = collector.spans.filter(({ kind }) => kind === server);
    expect(spans.map((span) => [span.name, attribute(span, 'http.route')])).toEqual(
      [...routes, '/api/eligibility'].map((route) => [`GET ${route ?? ''}`.trim(), route]),
    );
    const lines = log.filter(({ msg }) => msg === 'request completed');
    expect(lines.map((line) => line.trace_id)).toEqual(spans.map((span) => span.traceId));
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(targets.length);
    expect(new Set(collector.serviceNames)).toEqual(new Set(['verses-eu']));
    const all = JSON.stringify(collector.spans);
    expect(all).toContain('REDACTED');
    for (const secret of ['a-token-in-the-wrong-place', 'the-id-of-a-player']) expect(all).not.toContain(secret);
  });
});

test('a collector that hangs delays no request, and the shutdown only briefly', async () => {
  await using hanging = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const { exitCode, log, stopMs } = await run({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000', // longer than a test may take
  });
  expect(exitCode).toBe(0);
  expect(requestLine(log).trace_id).toBe(traceId);
  expect(stopMs).toBeLessThan(7_000); // OpenTelemetry alone would take two seconds more
});

test('without its optional packages, the start ends with one line; without its variables, it goes on', async () => {
  const packageIn = async (folder: string) => JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const { optionalDependencies } = await packageIn('.');
  expect((await packageIn('test/tracing')).devDependencies).toEqual(optionalDependencies);
  const omitted = Object.keys(optionalDependencies).filter((name) => name !== '@opentelemetry/api'); // prom-client's, too
  expect(omitted).toContain('@opentelemetry/sdk-node');
  await using project = await ProjectCopy.create(['dist', 'package.json', 'openapi.yaml', 'contract'], omitted);
  const start = async (env: Record<string, string>) => {
    const script = new RunningScript(project.directory, ['dist/main.js'], { DATABASE_URL: database.url, ...env });
    return [await script.exitCode, script.stdout + script.stderr];
  };
  expect(await start({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual([
    1,
    'The variables OTEL_… turn tracing on, but OpenTelemetry is not installed: install without --omit=optional, or set OTEL_SDK_DISABLED=true\n',
  ]);
  expect(await start({ PORT: '-1' })).toEqual([1, expect.stringMatching(/^PORT must be .*\n$/)]);
});
