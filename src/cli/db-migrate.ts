import { migrate } from '../database/migrate.ts';
import { onDatabase } from './on-database.ts';

await onDatabase(
  'db:migrate',
  'Applies the pending migrations to the database of DATABASE_URL, and grants the roles their rights.',
  async (url, logger) => {
    const applied = await migrate(url, logger);
    for (const name of applied) console.log(`${name}: applied`);
    if (applied.length === 0) console.log('No migration was pending');
  },
);
