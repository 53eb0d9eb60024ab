import type { IncomingMessage } from 'node:http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import pTimeout from 'p-timeout';
import { livezOperation, metricsOperation, readyzOperation } from '../generated/operations.admin.ts';
import { submitVerseOperation } from '../generated/operations.ts';

/** How long an unreachable collector may delay the end of the process, in milliseconds. */
const maxFlush = 2_000;

const probes: ReadonlySet<string> = new Set([livezOperation.path, readyzOperation.path, metricsOperation.path]);

/**
 * Traces requests and their queries, and adds the trace's id to every log line of a request. OpenTelemetry's own variables set the
 * endpoint and the sampling. This must run before the instrumented modules are loaded.
 *
 * @returns stops tracing after exporting the remaining spans
 */
export function startTracing(): () => Promise<void> {
  register({ include: ['pg', 'pino'] }); // for `import`; the instrumentations themselves handle `require`
  const sdk = new NodeSDK({
    // The default name of the service: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override it.
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'verse-submissions' })),
    metricReaders: [], // served at /metrics instead
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: (request) => probes.has(pathOf(request)),
        startIncomingSpanHook: describeRequest,
        requestHook: (span, request) => {
          const { path } = submitVerseOperation;
          if (pathOf(request as IncomingMessage) === path) span.updateName(`${request.method} ${path}`);
        },
      }),
      new PgInstrumentation({ requireParentSpan: true }),
      new PinoInstrumentation({ disableLogSending: true }),
    ],
  });
  sdk.start();
  return async () => {
    await pTimeout(sdk.shutdown(), { milliseconds: maxFlush, message: false });
  };
}

function describeRequest(request: IncomingMessage): Record<string, string> {
  return {
    ...(pathOf(request) === submitVerseOperation.path && { 'http.route': submitVerseOperation.path }),
    // No operation has query parameters. A query may contain a secret, such as a token, that the collector must not see.
    ...(request.url?.includes('?') && { 'url.query': 'REDACTED' }),
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1).join();
}
