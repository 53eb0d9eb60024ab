import type { TestDatabase } from './database.ts';

/**
 * Stores a submission by plain SQL, as another program would. The date and the instant are passed
 * to PostgreSQL unchanged. Returns its id.
 */
export async function insertSubmission(
  { query }: Pick<TestDatabase, 'query'>,
  {
    user = 'somebody',
    bookId = 'GEN',
    chapter = 1,
    verse = 1,
    date,
    createdAt = 'now',
  }: { user?: string; bookId?: string; chapter?: number; verse?: number; date: string; createdAt?: string },
): Promise<number> {
  const [row] = await query<{ id: string }>(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     values ($1, $2, $3, $4, $5, $6)
     returning id`,
    [user, bookId, chapter, verse, date, createdAt],
  );
  return Number(row?.id);
}

/**
 * Drops the checks of submissions, so that a test can store rows from before the database rejected
 * them.
 */
export async function allowOddRows({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  const checks = await query<{ name: string }>(
    "select conname as name from pg_constraint where contype = 'c' and conrelid = 'scheduled_submission'::regclass",
  );
  for (const { name } of checks) await query(`alter table scheduled_submission drop constraint ${name}`);
}
