import { dateText, instantText } from '../../api/formats.ts';
import type { ExportedSubmission } from '../../puzzle/export.ts';
import { type Handlers, exportPlayerResponses as responses } from '../../puzzle/generated/operations.puzzle.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import { reference, validateVerse } from '../../verse/validate.ts';

/** `GET /puzzle/api/players/{player}`: everything that is stored about a player. */
export function exportPlayer(puzzle: Puzzle): Handlers['exportPlayer'] {
  return async ({ path: { player } }) => {
    // 4. read
    const { completions, completionCount, submissions } = await puzzle.exportPlayer(player);
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
