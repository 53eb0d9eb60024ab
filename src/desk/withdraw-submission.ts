import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { changeSubmission, type Found } from './change-submission.ts';
import { isFrozen, isOn, type Outcome, readConcernedDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, withdrawSubmissionResponses as responses } from './generated/operations.desk.ts';
import { compareDates } from './seen.ts';
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
  { em, db, now, actor, record }: ChangeContext,
  { id, from, endCooldown = false, note }: Withdrawal & { readonly id: number },
  verse: Found,
): Promise<Outcome<'done' | 'unseen' | 'frozen'>> {
  const { date } = from;
  const change = { action: 'withdraw', dates: [date], submission: id, note } as const;
  const days = await readConcernedDays(db, [date, verse.scheduledDate]);
  const seen = compareDates(days, [from], actor, change);
  const isWithdrawn = isOn(verse.withdrawnFrom, date);
  const isDone = isWithdrawn && verse.cooldownEnded === endCooldown;
  if (seen === 'repeated' && isDone) return { outcome: 'done', days };
  if (seen !== 'seen' || (!isOn(verse.scheduledDate, date) && !isWithdrawn)) return { outcome: 'unseen', days };

  // A cooldown that was ended stays so.
  if (isWithdrawn && (verse.cooldownEnded || !endCooldown)) return { outcome: 'done', days };
  // To end the cooldown later changes no date, so it is possible on any day.
  if (!isWithdrawn && isFrozen(date, now)) return { outcome: 'frozen', days };

  const withdrawal = { scheduledDate: null, withdrawnAt: now, withdrawnFrom: Temporal.PlainDate.from(date) };
  await em.nativeUpdate(ScheduledSubmission, { id }, { ...(!isWithdrawn && withdrawal), cooldownEnded: endCooldown });
  await record(change);
  return { outcome: 'done', days: await readConcernedDays(db, [date]) };
}
