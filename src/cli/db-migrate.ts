import { migrate } from '../database/migrate.ts';
import { onDatabase } from './on-database.ts';

await onDatabase('db:migrate', 'Applies the migrations that the database of DATABASE_URL lacks, and grants.', migrate);
