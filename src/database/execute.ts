import type { QueryExecutorProvider, RawBuilder } from 'kysely';

/**
 * Runs a statement for its effect. Biome finds a forgotten `await` of this function, but not one of
 * Kysely's `execute`, whose type it does not see.
 */
export async function execute(db: QueryExecutorProvider, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(db);
}
