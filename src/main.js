// The one file that is no TypeScript: to strip its types, Node would load a compiler, which takes 17 MiB for good. From the second
// start on, all other files come out of the cache, stripped and compiled.
import { enableCompileCache } from 'node:module';

enableCompileCache();

// Before what it traces is loaded.
const { isTracingOn } = await import('./observability/tracing-switch.ts');
const stopTracing = isTracingOn(process.env)
  ? (await import('./observability/tracing.ts')).startTracing()
  : async () => {};

const { start } = await import('./start.ts');
await start(stopTracing);
