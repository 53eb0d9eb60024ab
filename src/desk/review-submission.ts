import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, reviewSubmissionResponses as responses } from './generated/operations.desk.ts';
import { presentOutcome } from './present.ts';
import { placesOf } from './submissions.ts';
import { validate } from './validate.ts';

type Review = components['schemas']['Review'];

/**
 * `PUT /desk/api/submissions/{id}/review`: the checks of the contract's `x-checks`, in that order.
 */
export function reviewSubmission({ change, clock, presentDays }: DeskDependencies): Handlers['reviewSubmission'] {
  return async ({ userId: actor, userName: actorName, path: { id }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate('Review', body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. exists: no submission has a malformed id
    if (id === undefined) return responses.noSuchSubmission;

    // 5. exists and 6. changed, in one transaction
    const reviewed = await change({ actor, actorName, now: clock() }, review, { ...asked, id });
    if (reviewed === 'no such submission') return responses.noSuchSubmission;
    return await presentOutcome(responses, presentDays, reviewed);
  };
}

/** Stores who has read a verse, unless somebody had, or forgets it. An own verse is always read. */
async function review(
  { em, db, now, actor }: ChangeContext,
  { id, reviewed }: Review & { readonly id: number },
): Promise<Outcome<'done'> | 'no such submission'> {
  const verse = (await placesOf(em, [id])).get(id);
  if (verse === undefined) return 'no such submission';

  if (reviewed) {
    const unread = { id, byEditor: false, reviewedAt: null };
    await em.nativeUpdate(ScheduledSubmission, unread, { reviewedAt: now, reviewedBy: actor });
  } else {
    await em.nativeUpdate(ScheduledSubmission, { id }, { reviewedAt: null, reviewedBy: null });
  }
  return await withDays(db, 'done', [verse.date]);
}
