import { dateText, instantText } from '../api/formats.ts';
import { type Handlers, listSubmissionsResponses as responses } from '../generated/operations.ts';
import type { ListedSubmission } from '../player/players.ts';
import { reference, validateVerse } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `GET /api/submissions`: the player's own latest submissions, newest first, with the withdrawn
 * ones in a list of their own.
 */
export function listSubmissions({ players }: Dependencies): Handlers['listSubmissions'] {
  return async ({ userId }) => {
    // A verse that does not exist comes from another program, and the contract cannot express it.
    const submissions = (await players.submissions(userId)).filter((each) => !('error' in validateVerse(each)));
    return responses.submissionList({
      submissions: submissions.flatMap((submission) => {
        const { date, movedFrom } = submission;
        if (date === null) return [];
        return {
          scheduledDate: dateText(date),
          ...(movedFrom !== null && { movedFrom: dateText(movedFrom) }),
          ...submitted(submission),
        };
      }),
      withdrawn: submissions.flatMap((submission) => {
        const { withdrawn } = submission;
        if (withdrawn === null) return [];
        return {
          ...submitted(submission),
          withdrawnAt: instantText(withdrawn.at),
          withdrawnFrom: dateText(withdrawn.from),
        };
      }),
    });
  };
}

function submitted(submission: ListedSubmission) {
  const { bookId, chapter, verse, submittedAt } = submission;
  return { reference: reference(submission), bookId, chapter, verse, submittedAt: instantText(submittedAt) };
}
