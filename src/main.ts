/**
 * `npm start`: the service on the PostgreSQL of `DATABASE_URL`, or on an embedded one. If it cannot
 * start, the process prints one line that says why and exits with code 1.
 */
import { assertGenerated } from './api/assert-generated.ts';
import { startTracing } from './observability/tracing-switch.ts';
import { StartError } from './start-error.ts';

try {
  assertGenerated();
  const tracing = await startTracing(process.env);
  // Tracing instruments only modules that are loaded after it has started.
  const { run } = await import('./run.ts');
  await run(tracing);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
