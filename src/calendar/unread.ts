import { type QueryExecutorProvider, sql } from 'kysely';
import { lastDate } from './window.ts';

/** The verses from today on that no editor has read. */
export interface Unread {
  readonly unread: number;
  /** The date of the first, YYYY-MM-DD; absent if there is none. */
  readonly firstUnread?: string;
}

/** Counts the verses from today on that no editor has read, and finds the date of the first. */
export async function readUnread(db: QueryExecutorProvider, today: Temporal.PlainDate): Promise<Unread> {
  const { rows } = await sql<{ unread: number; firstUnread: string | null }>`
    select count(*)::integer as unread, to_char(min(scheduled_date), 'YYYY-MM-DD') as "firstUnread"
    from scheduled_submission
    where scheduled_date between ${today.toString()} and ${lastDate} and not by_editor and reviewed_at is null`.execute(
    db,
  );
  const { unread = 0, firstUnread = null } = rows[0] ?? {};
  return { unread, ...(firstUnread !== null && { firstUnread }) };
}
