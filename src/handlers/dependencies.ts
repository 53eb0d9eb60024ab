import type { Calendar } from '../calendar/reserve.ts';
import type { Players } from '../player/eligibility.ts';

/** What the handlers need. */
export interface Dependencies {
  readonly players: Players;
  readonly calendar: Calendar;
  readonly clock: () => Temporal.Instant;
}
