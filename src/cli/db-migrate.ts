import { migrate } from '../database/migrate.ts';
import { onDatabase } from './on-database.ts';

await onDatabase(
  'db:migrate',
  'Applies the pending migrations to the database of DATABASE_URL, and grants the roles their rights.',
  migrate,
);
