import type { TestDatabase } from './database.ts';

/** Stores a submission by plain SQL, as another program would. The date and the instant are passed to PostgreSQL unchanged. */
export async function insertSubmission(
  { query }: Pick<TestDatabase, 'query'>,
  {
    user = 'somebody',
    bookId = 'GEN',
    date,
    createdAt = 'now',
  }: { user?: string; bookId?: string; date: string; createdAt?: string },
): Promise<void> {
  await query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     values ($1, $2, 1, 1, $3, $4)`,
    [user, bookId, date, createdAt],
  );
}
