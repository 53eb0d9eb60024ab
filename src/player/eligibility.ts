import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { type CooldownState, cooldownState } from './cooldown.ts';
import {
  type LatestSubmission,
  type LatestSubmissionRow,
  latestSubmissionSql,
  toLatestSubmission,
} from './latest-submission.ts';

/** What checks 4 and 5 ask about a player. */
export type Eligibility = CooldownState<LatestSubmission> & { readonly solvedToday: boolean };

export interface Players {
  /**
   * Reads what checks 4 and 5 need in one round trip.
   *
   * @param userId compared exactly with the completion's anonymous_id and the submission's user_id
   * @param localDate YYYY-MM-DD; a date that no calendar has is one that nobody completed
   * @param now the instant as of which the cooldown is evaluated
   */
  eligibility(userId: string, localDate: string, now: Temporal.Instant): Promise<Eligibility>;
}

export function createPlayers(em: EntityManager): Players {
  return {
    async eligibility(userId, localDate, now) {
      const date = existingDate(localDate);
      if (date === undefined || !isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const { rows } = await sql<{ solved: boolean } & LatestSubmissionRow>`
        select completion.solved, latest.*
        from (
          select exists (select id from daily_completion where anonymous_id = ${userId} and date = ${date}::date) as solved
        ) as completion
        left join (${latestSubmissionSql(userId)}) as latest on true`.execute(em.getKysely());
      const [row] = rows;
      return { solvedToday: row?.solved ?? false, ...cooldownState(toLatestSubmission(row), now) };
    },
  };
}

/** PostgreSQL raises an error for a date that does not exist, and has no year 0. */
function existingDate(localDate: string): string | undefined {
  if (localDate.startsWith('0000')) return undefined;
  try {
    return Temporal.PlainDate.from(localDate).toString();
  } catch {
    return undefined;
  }
}

/** PostgreSQL's text has no NUL, and half a surrogate pair would be stored, and compared, as another character. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
