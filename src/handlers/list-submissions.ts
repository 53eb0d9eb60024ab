import { type Handlers, listSubmissionsResponses as responses } from '../generated/operations.ts';
import type { Players } from '../player/players.ts';
import { reference } from '../verse/validate.ts';
import { dateText, instantText } from './texts.ts';

/** `GET /api/submissions`: the player's own latest submissions, newest first. */
export function listSubmissions(players: Players): Handlers['listSubmissions'] {
  return async ({ userId }) => {
    const submissions = await players.submissions(userId);
    return responses.submissionList({
      submissions: submissions.map((submission) => ({
        scheduledDate: dateText(submission.date),
        reference: reference(submission),
        bookId: submission.bookId,
        chapter: submission.chapter,
        verse: submission.verse,
        submittedAt: instantText(Temporal.Instant.fromEpochMilliseconds(submission.submittedAt)),
      })),
    });
  };
}
