import { expect, test } from '@jest/globals';
import { isTracingOn } from '../../src/observability/tracing-switch.ts';

const endpoint = 'http://127.0.0.1:4318';

test.each<[boolean, Record<string, string>]>([
  [true, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  [true, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }],
  [true, { OTEL_TRACES_EXPORTER: 'console' }],
  [true, { OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  [true, { OTEL_SDK_DISABLED: 'false', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  [false, {}],
  [false, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [false, { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint }],
  [false, { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  [false, { OTEL_SDK_DISABLED: 'TRUE', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
])("OpenTelemetry's variables switch tracing: %s, with %j", (want, variables) => {
  expect(isTracingOn(variables)).toBe(want);
});
