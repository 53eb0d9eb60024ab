import type { GetEligibilityResult, ListSubmissionsResult, SubmitVerseResult } from '../index.js';
import type { Pending } from './pending-submission.js';

type Eligibility = Extract<GetEligibilityResult, { status: 200 }>;
type Submissions = Extract<ListSubmissionsResult, { status: 200 }>['submissions'];
export type Scheduled = Extract<SubmitVerseResult, { status: 201 }>;

/** What the element knows. A member that is absent is unknown, or not the case. */
export interface Facts {
  /** Whether there is a token, and the service has not rejected it. */
  readonly signedIn?: boolean;
  readonly eligibility?: Eligibility | undefined;
  readonly submissions?: Submissions;
  readonly pending?: Pending | undefined;
  readonly sending?: boolean;
  /** How the latest request failed: with a 500, or without a response. */
  readonly problem?: 'failed' | 'noResponse' | undefined;
  readonly scheduled?: Scheduled;
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
  | 'noResponse';

/** The state to show. Of several obstacles, the cooldown comes first: it lasts for days, in which the calendar changes. */
export function stateOf({ signedIn, eligibility, pending, sending, problem, scheduled }: Facts): State {
  if (!signedIn) return 'signIn';
  if (sending) return 'sending';
  if (scheduled !== undefined) return 'done';
  if (problem !== undefined) return problem;
  if (pending !== undefined) return 'noResponse';
  if (eligibility === undefined) return 'loading';
  if (eligibility.cooldownEndsAt !== undefined) return 'cooldown';
  if (!eligibility.accepting) return 'full';
  return eligibility.solvedToday ? 'open' : 'notSolved';
}
