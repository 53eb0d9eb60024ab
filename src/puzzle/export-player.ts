import { sql } from 'kysely';
import { dateText, instantText } from '../api/formats.ts';
import type { EntityManager } from '../database/orm.ts';
import { playerMembers } from '../entities/scheduled-submission.ts';
import type { ListedSubmission } from '../player/players.ts';
import { withPermit } from '../semaphore.ts';
import { reference, validateVerse } from '../verse/validate.ts';
import type { PuzzleDependencies } from './dependencies.ts';
import {
  type Handlers,
  playerExportLimits as most,
  exportPlayerResponses as responses,
} from './generated/operations.puzzle.ts';

/** `GET /puzzle/api/players/{player}`: everything that is stored about a player. */
export function exportPlayer({ em, acquire }: PuzzleDependencies): Handlers['exportPlayer'] {
  return async ({ path: { player } }) => {
    // 4. read
    const rows = await withPermit(acquire, () => readPlayer(em.fork(), player));
    const { completions, completionCount, submissions } = rows;
    return responses.playerExport({
      player,
      completions: [...completions],
      completionCount,
      submissions: submissions.map(presentSubmission),
    });
  };
}

function presentSubmission(submission: ExportedSubmission) {
  const { id, bookId, chapter, verse, date, movedFrom, withdrawn, submittedAt, cooldownEnded } = submission;
  const { windowText, idempotencyKey } = submission;
  const valid = validateVerse(submission);
  return {
    id,
    ...(date !== null && { scheduledDate: dateText(date) }),
    ...(movedFrom !== null && { movedFrom: dateText(movedFrom) }),
    ...(withdrawn !== null && { withdrawnFrom: dateText(withdrawn.from), withdrawnAt: instantText(withdrawn.at) }),
    bookId,
    chapter,
    verse,
    ...(!('error' in valid) && { reference: reference(valid) }),
    submittedAt: instantText(submittedAt),
    cooldownEnded,
    ...(windowText !== null && { windowText }),
    ...(idempotencyKey !== null && { idempotencyKey }),
  };
}

/** Everything that is stored about a player. */
interface PlayerRows {
  /** YYYY-MM-DD, newest first. */
  readonly completions: readonly string[];
  /** How many there are, also of dates that the contract cannot express. */
  readonly completionCount: number;
  /** Newest first. */
  readonly submissions: readonly ExportedSubmission[];
}

interface ExportedSubmission extends ListedSubmission {
  readonly id: number;
  readonly cooldownEnded: boolean;
  /** Null if another program stored the row. */
  readonly windowText: string | null;
  readonly idempotencyKey: string | null;
}

/** Reads a player's rows in one statement, and so as they are at one moment. */
async function readPlayer(em: EntityManager, player: string): Promise<PlayerRows> {
  const { rows } = await sql<PlayerRows>`
    select
      array(
        select to_char(date, 'YYYY-MM-DD')
        from daily_completion
        where anonymous_id = ${player} and date between '0001-01-01' and '9999-12-31'
        order by date desc
        limit ${most.completions}
      ) as completions,
      (select count(*)::double precision from daily_completion where anonymous_id = ${player}) as "completionCount",
      array(
        select json_build_object(
          'id', id, ${playerMembers},
          'cooldownEnded', cooldown_ended, 'windowText', window_text, 'idempotencyKey', idempotency_key
        )
        from scheduled_submission
        where user_id = ${player}
        order by created_at desc
        limit ${most.submissions}
      ) as submissions`.execute(em.getKysely());
  return rows[0] as PlayerRows;
}
