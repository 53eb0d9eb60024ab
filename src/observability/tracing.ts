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

/** A collector that is gone must not hold up the end of the process for longer, in milliseconds. */
const maxFlush = 2_000;

const probes: ReadonlySet<string> = new Set([livezOperation.path, readyzOperation.path, metricsOperation.path]);

/**
 * Traces requests and their queries, and puts the trace's id into every line logged meanwhile. OpenTelemetry's own variables say
 * where to and how much. It must run before the modules are loaded that it looks into.
 *
 * @returns exports what is left, and ends it
 */
export function startTracing(): () => Promise<void> {
  register({ include: ['pg', 'pino'] }); // what is imported; the instrumentations themselves see to `require`
  const sdk = new NodeSDK({
    // The least of what names the service: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have the last word.
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'verse-submissions' })),
    metricReaders: [], // /metrics has them
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
    // Nothing here takes a query; what somebody puts there, a token perhaps, is none of the collector's business.
    ...(request.url?.includes('?') && { 'url.query': 'REDACTED' }),
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1).join();
}
