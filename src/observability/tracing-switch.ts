import type { Observe } from '../http/observe-requests.ts';
import { StartError } from '../start-error.ts';

/** What tracing adds to the service; nothing where it is off. */
export interface Tracing {
  /** Called after each request. */
  readonly observers: readonly Observe[];
  /** Exports the remaining spans. */
  readonly stopTracing: () => Promise<void>;
}

/**
 * Starts tracing if the variables enable it. Its packages are optional, and are not loaded
 * otherwise.
 *
 * @throws StartError when they are not installed
 */
export async function startTracing(variables: Readonly<Record<string, string | undefined>>): Promise<Tracing> {
  if (!isTracingOn(variables)) return { observers: [], stopTracing: async () => {} };
  const tracing = await import('./tracing.ts').catch((cause) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartError(
      'The variables OTEL_… turn tracing on, but OpenTelemetry is not installed: install without --omit=optional, or set OTEL_SDK_DISABLED=true',
      { cause },
    );
  });
  return tracing.startTracing();
}

/**
 * Whether OpenTelemetry's own variables enable traces: they set an exporter other than `none`, or
 * an endpoint to export to.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function isTracingOn(variables: Readonly<Record<string, string | undefined>>): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(OTEL_TRACES_EXPORTER || OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}
