import { getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NoopSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SimpleSpanProcessor,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/*
 * The variables of OpenTelemetry that otherwise only `@opentelemetry/sdk-node` reads. That package
 * would bring 45 others with it, for gRPC, metrics and logs. Exporters read theirs themselves.
 */

/** Where spans go: `OTEL_TRACES_EXPORTER` and, for `otlp`, `OTEL_EXPORTER_OTLP_PROTOCOL`. */
export function readSpanProcessor(): SpanProcessor {
  const ofTraces = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
  const protocol = getStringFromEnv(ofTraces) === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : ofTraces;
  return choose<SpanProcessor>('OTEL_TRACES_EXPORTER', {
    otlp: () =>
      new BatchSpanProcessor({
        exporter: choose(protocol, {
          'http/protobuf': () => new ProtobufExporter(),
          'http/json': () => new JsonExporter(),
        }),
      }),
    console: () => new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() }),
    none: () => new NoopSpanProcessor(),
  });
}

/** Which requests are traced: `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. */
export function readSampler(): Sampler {
  const ratio = () => new TraceIdRatioBasedSampler(getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  return choose<Sampler>('OTEL_TRACES_SAMPLER', {
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
  });
}

/**
 * @param choices by the variable's values, the default first. Any other value is a warning, as
 *   OpenTelemetry's specification asks.
 */
function choose<T>(variable: string, choices: Readonly<Record<string, () => T>>): T {
  const byDefault = Object.keys(choices)[0] as string;
  const value = getStringFromEnv(variable) ?? byDefault;
  if (Object.hasOwn(choices, value)) return (choices[value] as () => T)();
  process.emitWarning(`${variable} accepts ${Object.keys(choices).join(', ')}: ${byDefault} is used`);
  return (choices[byDefault] as () => T)();
}
