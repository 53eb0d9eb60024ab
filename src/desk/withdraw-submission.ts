import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { isFrozen, type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, withdrawSubmissionResponses as responses } from './generated/operations.desk.ts';
import { changeSubmission } from './present.ts';
import { placesOf } from './submissions.ts';
import { validate } from './validate.ts';

type Withdrawal = components['schemas']['Withdrawal'];

/** `POST /desk/api/submissions/{id}/withdraw`: a change of one submission. */
export function withdrawSubmission(dependencies: DeskDependencies): Handlers['withdrawSubmission'] {
  return changeSubmission(dependencies, responses, (members) => validate('Withdrawal', members), withdraw);
}

/**
 * Takes a verse out of the calendar, and ends its player's cooldown if the operator says so, which
 * may be later.
 */
async function withdraw(
  { em, db, now, record }: ChangeContext,
  { id, from, endCooldown = false, note }: Withdrawal & { readonly id: number },
): Promise<Outcome<'done' | 'elsewhere' | 'frozen'> | 'no such submission'> {
  const verse = (await placesOf(em, [id])).get(id);
  if (verse === undefined) return 'no such submission';

  const days = [from, verse.date];
  const isWithdrawn = verse.withdrawnFrom === from;
  if (isWithdrawn && (verse.cooldownEnded || !endCooldown)) return await withDays(db, 'done', days);

  if (verse.date !== from && !isWithdrawn) return await withDays(db, 'elsewhere', days);
  // To end the cooldown later changes no date, so it is possible on any day.
  if (!isWithdrawn && isFrozen(from, now)) return await withDays(db, 'frozen', days);

  const withdrawal = { scheduledDate: null, withdrawnAt: now, withdrawnFrom: Temporal.PlainDate.from(from) };
  await em.nativeUpdate(ScheduledSubmission, { id }, { ...(!isWithdrawn && withdrawal), cooldownEnded: endCooldown });
  await record({ action: 'withdraw', dates: [from], submission: id, note });
  return await withDays(db, 'done', [from]);
}
