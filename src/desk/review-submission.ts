import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, reviewSubmissionResponses as responses } from './generated/operations.desk.ts';
import { changeSubmission } from './present.ts';
import { placesOf } from './submissions.ts';
import { validate } from './validate.ts';

type Review = components['schemas']['Review'];

/** `PUT /desk/api/submissions/{id}/review`: a change of one submission. */
export function reviewSubmission(dependencies: DeskDependencies): Handlers['reviewSubmission'] {
  return changeSubmission(dependencies, responses, (members) => validate('Review', members), review);
}

/** Stores who has read a verse, unless that is stored, or deletes it. Own verses stay read. */
async function review(
  { em, db, now, actor, actorName }: ChangeContext,
  { id, reviewed }: Review & { readonly id: number },
): Promise<Outcome<'done'> | 'no such submission'> {
  const verse = (await placesOf(em, [id])).get(id);
  if (verse === undefined) return 'no such submission';

  if (reviewed) {
    const unread = { id, byEditor: false, reviewedAt: null };
    await em.nativeUpdate(ScheduledSubmission, unread, {
      reviewedAt: now,
      reviewedBy: actor,
      reviewedByName: actorName,
    });
  } else {
    await em.nativeUpdate(ScheduledSubmission, { id }, { reviewedAt: null, reviewedBy: null, reviewedByName: null });
  }
  return await withDays(db, 'done', [verse.date]);
}
