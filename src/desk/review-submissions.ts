import type { ChangeContext } from '../calendar/change.ts';
import { readUnread } from '../calendar/unread.ts';
import { utcDate } from '../calendar/window.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, reviewSubmissionsResponses as responses } from './generated/operations.desk.ts';
import { validate } from './validate.ts';

type Schemas = components['schemas'];

/** `POST /desk/api/review`: the checks of the contract's `x-checks`, in that order. */
export function reviewSubmissions({ change, clock }: DeskDependencies): Handlers['reviewSubmissions'] {
  return async ({ userId: actor, userName: actorName, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate('ReviewUpTo', body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. changed
    const now = clock();
    return responses.unread(
      await change({ actor, actorName, now }, (context) => review(context, { ...asked, today: utcDate(now) })),
    );
  };
}

/**
 * Stores who has read the verses up to a date, except those that have come since `newest`: the
 * calendar's lock lets ids ascend.
 */
async function review(
  { em, db, now, actor, actorName }: ChangeContext,
  { to, newest, today }: Schemas['ReviewUpTo'] & { readonly today: Temporal.PlainDate },
): Promise<Schemas['Unread']> {
  const unread = { scheduledDate: { $lte: Temporal.PlainDate.from(to) }, byEditor: false, reviewedAt: null };
  const seen = { id: { $lte: newest } };
  const reader = { reviewedAt: now, reviewedBy: actor, reviewedByName: actorName };
  await em.nativeUpdate(ScheduledSubmission, { ...unread, ...seen }, reader);
  return await readUnread(db, today);
}
