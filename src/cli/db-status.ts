import { assertSchemaIsCurrent, migrationStates } from '../database/migrate.ts';
import { createOrm } from '../database/orm.ts';
import { onDatabase } from './on-database.ts';

await onDatabase(
  'db:status',
  'Lists the migrations and whether the database of DATABASE_URL has them. The exit code is 0 if none is pending.',
  async (url, logger) => {
    const orm = createOrm(url, 1, logger);
    try {
      for (const { name, appliedAt } of await migrationStates(orm)) {
        console.log(`${name}: ${appliedAt ? `applied ${appliedAt}` : 'pending'}`);
      }
      await assertSchemaIsCurrent(orm);
      console.log('The schema is current');
    } finally {
      await orm.close();
    }
  },
);
