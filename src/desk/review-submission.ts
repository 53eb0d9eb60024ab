import { instantText } from '../api/formats.ts';
import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { changeSubmission, type Found } from './change-submission.ts';
import { type Outcome, readConcernedDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, reviewSubmissionResponses as responses } from './generated/operations.desk.ts';
import { validate } from './validate.ts';

type Review = components['schemas']['Review'];

/** `PUT /desk/api/submissions/{id}/review`: a change of one submission. */
export function reviewSubmission(dependencies: DeskDependencies): Handlers['reviewSubmission'] {
  return changeSubmission(dependencies, responses, (members) => validate('Review', members), review);
}

/** Stores who has read a verse, unless that is stored, or deletes it. Own verses stay read. */
async function review(
  { em, db, now, actor, actorName }: ChangeContext,
  { id, reviewed, reviewedAt: seen }: Review & { readonly id: number },
  { scheduledDate, reviewedBy = null, reviewedAt = null }: Found,
): Promise<Outcome<'done' | 'unseen'>> {
  const isSeen = !reviewed && seen !== undefined && reviewedAt !== null && instantText(reviewedAt) === seen;
  if (reviewedBy !== null && reviewedBy !== actor && !isSeen) {
    return { outcome: 'unseen', days: await readConcernedDays(db, [scheduledDate]) };
  }

  if (reviewed) {
    const reading = { reviewedAt: now, reviewedBy: actor, reviewedByName: actorName };
    await em.nativeUpdate(ScheduledSubmission, { id, byEditor: false, reviewedAt: null }, reading);
  } else {
    await em.nativeUpdate(ScheduledSubmission, { id }, { reviewedAt: null, reviewedBy: null, reviewedByName: null });
  }
  return { outcome: 'done', days: await readConcernedDays(db, [scheduledDate]) };
}
