import { defineConfig } from 'orval';

const input = '../../openapi.yaml';

/** A client, and Zod's schemas beside it. */
export default defineConfig({
  client: {
    input,
    // The generated URLs are relative unless there is an expression for the service's.
    output: {
      target: 'generated/orval/client.ts',
      client: 'fetch',
      // Without it, the functions have no parameter for Idempotency-Key.
      headers: true,
      baseUrl: { runtime: "process.env['VERSES_URL']" },
    },
  },
  // Schemas of its own, since orval's `runtimeValidation` expects the 201's body in a 429 too.
  schemas: { input, output: { target: 'generated/orval/schemas.ts', client: 'zod' } },
});
