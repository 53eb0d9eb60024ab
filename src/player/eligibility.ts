import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { type CooldownState, cooldownState } from './cooldown.ts';

/** What checks 4 and 5 ask about a player. */
export type Eligibility = CooldownState & { readonly solvedToday: boolean };

export interface Players {
  /**
   * Reads what checks 4 and 5 need in one round trip, which requests that arrive at the same time share.
   *
   * @param userId compared exactly with the completion's anonymous_id and the submission's user_id
   * @param localDate YYYY-MM-DD; an impossible date (2026-02-31) counts as not completed
   * @param now the instant as of which the cooldown is evaluated
   */
  eligibility(userId: string, localDate: string, now: Temporal.Instant): Promise<Eligibility>;
}

/** The most players in one query. */
const maxBatchSize = 100;

const submissionColumns = [
  'id',
  'book_id',
  'chapter',
  'verse',
  'scheduled_date',
  'created_at',
  'window_text',
  'idempotency_key',
] as const;

interface Question {
  readonly userId: string;
  readonly date: string;
}

export function createPlayers(em: EntityManager): Players {
  const ask = inBatches((questions: readonly Question[]) => findPlayers(em.fork(), questions), maxBatchSize);
  return {
    async eligibility(userId, localDate, now) {
      const date = existingDate(localDate);
      if (date === undefined || !isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const { solvedToday, latest } = await ask({ userId, date });
      return { solvedToday, ...cooldownState(latest, now) };
    },
  };
}

/**
 * The look-ups are scalar subqueries with a limit, since only these read one row of an index at every size of the tables: as a join, or with
 * `exists`, PostgreSQL prefers to read a small table as a whole.
 */
export async function findPlayers(em: EntityManager, questions: readonly Question[]) {
  const players = sql<{ user_id: string; date: Temporal.PlainDate; position: string }>`unnest(
    ${questions.map(({ userId }) => userId)}::text[],
    ${questions.map(({ date }) => date)}::date[]
  ) with ordinality`.as<'player'>(sql`player (user_id, date, position)`);

  const rows = await em
    .getKysely()
    .selectFrom(players)
    .select((db) => [
      db
        .selectFrom('daily_completion')
        .select('id')
        .whereRef('anonymous_id', '=', 'player.user_id')
        .whereRef('daily_completion.date', '=', 'player.date')
        .limit(1)
        .as('completion'),
      jsonObjectFrom(
        db
          .selectFrom('scheduled_submission')
          .select(submissionColumns)
          .whereRef('scheduled_submission.user_id', '=', 'player.user_id')
          .orderBy('created_at', 'desc')
          .limit(1),
      ).as('latest'),
    ])
    .orderBy('player.position')
    .execute();

  return rows.map(({ completion, latest }) => ({
    solvedToday: completion !== null,
    latest: latest === null ? undefined : em.map(ScheduledSubmission, latest),
  }));
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
