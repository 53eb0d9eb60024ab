import type { TestDatabase } from './database.ts';

/** Stores a submission as another program would, by plain SQL. A date and an instant are PostgreSQL's input as it stands. */
export async function insertSubmission(
  { query }: Pick<TestDatabase, 'query'>,
  { user = 'somebody', date, createdAt = 'now' }: { user?: string; date: string; createdAt?: string },
): Promise<void> {
  await query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     values ($1, 'GEN', 1, 1, $2, $3)`,
    [user, date, createdAt],
  );
}
