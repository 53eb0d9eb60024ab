import type { Calendar } from '../calendar/calendar.ts';
import type { Handlers } from '../generated/operations.ts';
import type { Players } from '../player/players.ts';
import { getEligibility } from './get-eligibility.ts';
import { listSubmissions } from './list-submissions.ts';
import { submitVerse } from './submit-verse.ts';

/** What the handlers need. */
export interface Dependencies {
  readonly players: Players;
  readonly calendar: Calendar;
  readonly clock: () => Temporal.Instant;
}

/** The handler of each operation in the contract. */
export function createHandlers({ players, calendar, clock }: Dependencies): Handlers {
  return {
    getEligibility: getEligibility(players, calendar, clock),
    listSubmissions: listSubmissions(players),
    submitVerse: submitVerse(players, calendar, clock),
  };
}
