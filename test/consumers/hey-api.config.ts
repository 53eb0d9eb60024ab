import { defineConfig } from '@hey-api/openapi-ts';

/** A client that validates what it sends and receives with Zod. */
export default defineConfig({
  input: '../openapi.yaml',
  output: { path: 'consumers/generated/hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
});
