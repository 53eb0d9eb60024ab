/**
 * Whether OpenTelemetry's own variables enable traces: they set an exporter other than `none`, or
 * an endpoint to export to.
 *
 * Otherwise its SDK is not loaded.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function isTracingOn(variables: Readonly<Record<string, string | undefined>>): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(OTEL_TRACES_EXPORTER || OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}
