import type { Forecast } from '../calendar/forecast.ts';
import type { Calendar } from '../calendar/reservation.ts';
import type { Players } from '../player/players.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { FindVerses } from '../verse/find-verses.ts';

/** What the players' operations need. */
export interface Dependencies {
  readonly players: Players;
  readonly calendar: Calendar;
  readonly forecast: Forecast;
  readonly readChapter: ReadChapter;
  readonly findVerses: FindVerses;
  readonly clock: () => Temporal.Instant;
}
