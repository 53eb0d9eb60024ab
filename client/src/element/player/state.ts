import type { GetEligibilityResult, SubmitVerseResult } from '../../index.ts';
import type { Verse } from '../words/language.ts';
import type { Pending } from './pending-submission.ts';
import type { Submission, WithdrawnSubmission } from './submission.ts';

type Eligibility = Extract<GetEligibilityResult, { status: 200 }>;
export type ScheduledResult = Extract<SubmitVerseResult, { status: 201 }>;

/** The date of a submission, and that of the 201 if the operator has moved it. */
interface Dates {
  readonly scheduledDate: string;
  readonly movedFrom?: string | undefined;
}

export interface Problem {
  /**
   * With a 500 or a response that is not in the contract, without a response, or without a network.
   */
  readonly kind: 'failed' | 'noResponse' | 'offline';
  /** The request in the service's log. */
  readonly requestId?: string | null;
}

/** What the element knows. A member that is absent is unknown, or not the case. */
export interface Facts {
  /** Whether there is a token, and the service has not rejected it. */
  readonly signedIn?: boolean;
  /** Whether there was a token, which the service rejects now. */
  readonly hasEnded?: boolean;
  readonly eligibility?: Eligibility | undefined;
  readonly submissions?: readonly Submission[] | undefined;
  /** Those that the operator has withdrawn. A service before 1.3.0 lists none. */
  readonly withdrawn?: readonly WithdrawnSubmission[] | undefined;
  readonly listFailed?: boolean;
  readonly choice?: Verse | undefined;
  /** Whether the page has chosen it, so that the tab does not keep it for the player. */
  readonly isPreset?: boolean;
  readonly pending?: Pending | undefined;
  readonly sending?: boolean;
  readonly problem?: Problem | undefined;
  /** The submission that this page has made, or confirmed. */
  readonly scheduled?: (Verse & Dates) | undefined;
}

export type State =
  | 'loading'
  | 'signIn'
  | 'full'
  | 'cooldown'
  | 'notSolved'
  | 'open'
  | 'sending'
  | 'done'
  | 'failed'
  | 'noResponse'
  | 'offline';

/**
 * The state to show. Of several obstacles, the cooldown comes first: it lasts for days, in which
 * the calendar changes.
 */
export function stateOf({ signedIn, eligibility, sending, problem, scheduled }: Facts): State {
  if (!signedIn) return 'signIn';
  if (sending) return 'sending';
  if (scheduled !== undefined) return 'done';
  if (problem !== undefined) return problem.kind;
  if (eligibility === undefined) return 'loading';
  if (eligibility.cooldownEndsAt !== undefined) return 'cooldown';
  if (!eligibility.accepting) return 'full';
  return eligibility.solvedToday ? 'open' : 'notSolved';
}

/**
 * A submission of this page as the list has it now, since the operator may have moved it; undefined
 * if the operator has withdrawn it.
 */
export function listed(scheduled: Facts['scheduled'], submissions: Facts['submissions']): Facts['scheduled'] {
  if (scheduled === undefined || submissions === undefined) return scheduled;
  const found = submissions.find((submission) => firstDateOf(submission) === firstDateOf(scheduled));
  return found && { ...scheduled, scheduledDate: found.scheduledDate, movedFrom: found.movedFrom };
}

/** The date of the 201, which stays when the operator moves the submission again. */
function firstDateOf({ scheduledDate, movedFrom = scheduledDate }: Dates): string {
  return movedFrom;
}

/** The instant at which the state ends by itself, if one is known. */
export function endOf(facts: Facts): string | undefined {
  const { cooldownEndsAt, acceptingFrom } = facts.eligibility ?? {};
  const state = stateOf(facts);
  if (state === 'cooldown' || state === 'done') return cooldownEndsAt;
  return state === 'full' ? acceptingFrom : undefined;
}
