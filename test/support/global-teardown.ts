export default async function globalTeardown(): Promise<void> {
  await (globalThis as unknown as { testPostgres: { stop(): Promise<void> } }).testPostgres.stop();
}
