import { migrations, migrationsTable } from './migrations/index.ts';
import type { EntityManager } from './orm.ts';

// Goes with the last release that upgrades 1.4.0, whose list of migrations was MikroORM's table.
// Another program may use that table as well. It stays as it is, since instances of 1.4.0 read it.

/** @returns the table, quoted; null if there is none on the search path */
export async function formerList(em: EntityManager): Promise<string | null> {
  const [{ former }] = await em.execute<[{ former: string | null }]>(
    "select to_regclass('mikro_orm_migrations')::text as former",
  );
  return former;
}

/** Copies what it says of this version's migrations. */
export async function copyFormerList(em: EntityManager): Promise<void> {
  const former = await formerList(em);
  if (former === null) return;
  const names = migrations.map(({ name }) => `'${name}'`);
  await em.execute(`
    insert into ${migrationsTable} (name, executed_at)
    select name, executed_at from ${former} where name in (${names}) order by id`);
}
