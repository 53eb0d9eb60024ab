import type { QueryExecutorProvider } from 'kysely';
import { type CalendarDay, readDays } from './days.ts';
import { moveSubmissionPatterns } from './generated/operations.desk.ts';

type OutcomeName = 'done' | 'elsewhere' | 'frozen' | 'blocked' | 'taken' | 'cooldownOfAnother';

/**
 * What became of a change, and the dates that it concerns as they are now. `done` includes repeats;
 * the other names are keys of the operation's responses.
 */
export interface DeskOutcome<Name extends OutcomeName> {
  readonly outcome: Name;
  readonly days: readonly CalendarDay[];
}

/**
 * @param dates may repeat. Left out are those of withdrawn and missing submissions, and dates
 *   that the contract cannot express.
 */
export async function withDays<Name extends OutcomeName>(
  db: QueryExecutorProvider,
  name: Name,
  dates: readonly (string | null | undefined)[],
): Promise<DeskOutcome<Name>> {
  const expressible = dates.filter((date) => date != null && moveSubmissionPatterns.from.test(date));
  return { outcome: name, days: await readDays(db, expressible as string[]) };
}
