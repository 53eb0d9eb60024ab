import { enableCompileCache } from 'node:module';

// Before anything else is loaded: from the second start on, no module is compiled again, nor stripped of its types.
enableCompileCache();

// Before what it traces is loaded.
const { isTracingOn } = await import('./observability/tracing-switch.ts');
const stopTracing = isTracingOn(process.env)
  ? (await import('./observability/tracing.ts')).startTracing()
  : async () => {};

const { start } = await import('./start.ts');
await start(stopTracing);
