import { rm } from 'node:fs/promises';
import type { EmbeddedPostgres } from '../../src/embedded/postgres.ts';

export default async function globalTeardown(): Promise<void> {
  const { testPostgres } = globalThis as unknown as {
    testPostgres: { postgres: EmbeddedPostgres; directory: string };
  };
  await testPostgres.postgres.stop();
  await rm(testPostgres.directory, { recursive: true });
}
