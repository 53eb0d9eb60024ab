import { afterEach, expect, jest, test } from '@jest/globals';
import { SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { readSampler, readSpanProcessor } from '../../src/observability/trace-variables.ts';

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
});

test.each([
  [{}, /^ParentBased{root=AlwaysOnSampler,/],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, /^ParentBased{root=AlwaysOffSampler,/],
  [
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    /^ParentBased{root=TraceIdRatioBased{0\.25},/,
  ],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, /^AlwaysOnSampler$/],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, /^AlwaysOffSampler$/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }, /^TraceIdRatioBased{0\.5}$/],
])('%j is a sampler', (variables, sampler) => {
  Object.assign(process.env, variables);
  expect(readSampler().toString()).toMatch(sampler);
});

test('OTEL_TRACES_EXPORTER=console prints spans', () => {
  process.env['OTEL_TRACES_EXPORTER'] = 'console';
  expect(readSpanProcessor()).toBeInstanceOf(SimpleSpanProcessor);
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf, http/json: http/protobuf is used'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'otlp, console, none: otlp is used'],
])('a value of %s that is not supported, %s, is a warning that says which are', async (variable, value, accepted) => {
  process.env[variable] = value;
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
  await readSpanProcessor().shutdown();
  expect(warn).toHaveBeenCalledWith(`${variable} accepts ${accepted}`);
});
