import { sql } from 'kysely';
import { gather } from '../database/gather.ts';
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
   * Reads what checks 4 and 5 need in one round trip, which players who ask at the same time share.
   *
   * @param userId compared exactly with the completion's anonymous_id and the submission's user_id
   * @param localDate YYYY-MM-DD; a date that no calendar has is one that nobody completed
   * @param now the instant as of which the cooldown is evaluated
   */
  eligibility(userId: string, localDate: string, now: Temporal.Instant): Promise<Eligibility>;
}

/** The most players in one query. */
const maxBatchSize = 100;

interface Question {
  readonly userId: string;
  readonly date: string;
}

type Row = { solved: boolean } & LatestSubmissionRow;

export function createPlayers(em: EntityManager): Players {
  const ask = gather<Question, Row>(async (questions) => {
    const { rows } = await sql<Row>`
      select completion.solved, latest.*
      from unnest(
        ${questions.map(({ userId }) => userId)}::text[],
        ${questions.map(({ date }) => date)}::date[]
      ) with ordinality as question (user_id, date, position)
      cross join lateral (
        select exists (
          select id from daily_completion where anonymous_id = question.user_id and date = question.date
        ) as solved
      ) as completion
      left join lateral (${latestSubmissionSql(sql`question.user_id`)}) as latest on true
      order by question.position`.execute(em.fork().getKysely());
    return rows;
  }, maxBatchSize);

  return {
    async eligibility(userId, localDate, now) {
      const date = existingDate(localDate);
      if (date === undefined || !isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const row = await ask({ userId, date });
      return { solvedToday: row.solved, ...cooldownState(toLatestSubmission(row), now) };
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
