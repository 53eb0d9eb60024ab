import type { IncomingMessage } from 'node:http';
import { trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import pTimeout from 'p-timeout';
import { operations as probes } from '../generated/operations.admin.ts';
import { type Observe, routeOf } from '../http/observe-requests.ts';

/** How long an unreachable collector may delay the end of the process, in milliseconds. */
const maxFlush = 2_000;

const probePaths: ReadonlySet<string> = new Set(probes.map(({ path }) => path));

/**
 * Traces requests and their queries, and adds the trace's id to every log line of a request.
 * OpenTelemetry's own variables set where spans go and what is sampled. This must run before the
 * instrumented modules are loaded.
 */
export function startTracing() {
  register({ include: ['pg', 'pino'] }); // for `import`; the instrumentations themselves handle `require`
  const sdk = new NodeSDK({
    // The default name of the service: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override it.
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'verse-submissions' })),
    metricReaders: [], // `/metrics` serves the metrics
    logRecordProcessors: [], // the log goes to standard output
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
  sdk.start();
  return {
    observers: [nameSpan],
    stopTracing: async () => {
      await pTimeout(sdk.shutdown(), { milliseconds: maxFlush, message: false });
    },
  };
}

/**
 * Names the request's span by its route, which is known once the request has been routed. The route
 * also replaces the path, which may have a player's id, even if no route matched.
 */
const nameSpan: Observe = (ctx) => {
  const route = routeOf(ctx);
  const span = trace.getActiveSpan();
  span?.setAttribute('url.path', route ?? '');
  if (route !== undefined) span?.updateName(`${ctx.method} ${route}`).setAttribute('http.route', route);
};

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
