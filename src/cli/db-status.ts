import { assertSchemaIsCurrent, migrationStates } from '../database/migrate.ts';
import { createOrm } from '../database/orm.ts';
import { onDatabase } from './on-database.ts';

await onDatabase(
  'db:status',
  'Says which migrations the database of DATABASE_URL has. The exit code is 0 when it lacks none.',
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
