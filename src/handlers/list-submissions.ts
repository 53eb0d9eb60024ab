import { type Handlers, listSubmissionsResponses as responses } from '../generated/operations.ts';
import { reference } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';
import { toText } from './instant.ts';

/** `GET /api/submissions`: the player's own latest submissions, newest first. */
export function listSubmissions({ players }: Dependencies): Handlers['listSubmissions'] {
  return async ({ userId }) => {
    const submissions = await players.submissions(userId);
    return responses.submissionList({
      submissions: submissions.map((submission) => ({
        scheduledDate: submission.scheduledDate.toString(),
        reference: reference(submission),
        submittedAt: toText(submission.createdAt),
      })),
    });
  };
}
