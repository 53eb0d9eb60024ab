// Before what it traces is loaded.
const { isTracingOn } = await import('./observability/tracing-switch.ts');
const stopTracing = isTracingOn(process.env)
  ? (await import('./observability/tracing.ts')).startTracing()
  : async () => {};

const { start } = await import('./start.ts');
await start(stopTracing);
