import type { IncomingMessage } from 'node:http';
import { context, DiagConsoleLogger, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { diagLogLevelFromString, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import pTimeout from 'p-timeout';
import { operations as probes } from '../generated/operations.admin.ts';
import { readSampler, readSpanProcessor } from './trace-variables.ts';

/** How long an unreachable collector may delay the end of the process, in milliseconds. */
const maxFlush = 2_000;

const probePaths: ReadonlySet<string> = new Set(probes.map(({ path }) => path));

/**
 * Traces requests and their queries, and adds the trace's id to every log line of a request.
 * OpenTelemetry's own variables set the endpoint and the sampling. This must run before the
 * instrumented modules are loaded.
 *
 * @returns stops tracing after exporting the remaining spans
 */
export function startTracing(): () => Promise<void> {
  register({ include: ['pg', 'pino'] }); // for `import`; the instrumentations themselves handle `require`
  const logLevel = diagLogLevelFromString(getStringFromEnv('OTEL_LOG_LEVEL'));
  if (logLevel !== undefined) diag.setLogger(new DiagConsoleLogger(), { logLevel });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'verse-submissions' }))
      .merge(
        detectResources({
          // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last: they override the others.
          detectors: [serviceInstanceIdDetector, processDetector, hostDetector, osDetector, envDetector],
        }),
      ),
    sampler: readSampler(),
    spanProcessors: [readSpanProcessor()],
  });
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: (request) => probePaths.has(pathOf(request)),
        startIncomingSpanHook: hideQuery,
      }),
      new PgInstrumentation({
        requireParentSpan: true,
        requestHook: (span, { query }) => span.setAttribute('db.query.text', withoutLiterals(query.text)),
      }),
      new PinoInstrumentation({ disableLogSending: true }),
    ],
  });
  return async () => {
    await pTimeout(provider.shutdown(), { milliseconds: maxFlush, message: false });
  };
}

/**
 * MikroORM writes values into the text of a query; the collector sees `?` instead, as the semantic
 * conventions of OpenTelemetry ask.
 */
function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'|(?<![\w$"])\d+(?:\.\d+)?/g, '?');
}

/** A query may contain a secret, such as a token, that the collector must not see. */
function hideQuery({ url }: IncomingMessage): Record<string, string> {
  return url?.includes('?') ? { 'url.query': 'REDACTED' } : {};
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1).join();
}
