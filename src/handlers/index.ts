import type { Calendar } from '../calendar/reservation.ts';
import type { Handlers } from '../generated/operations.ts';
import type { Players } from '../player/players.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { FindVerses } from '../verse/find-verses.ts';
import { findVerses } from './find-verses.ts';
import { getChapter } from './get-chapter.ts';
import { getEligibility } from './get-eligibility.ts';
import { listSubmissions } from './list-submissions.ts';
import { submitVerse } from './submit-verse.ts';

/** What the handlers need. */
export interface Dependencies {
  readonly players: Players;
  readonly calendar: Calendar;
  readonly readChapter: ReadChapter;
  readonly findVerses: FindVerses;
  readonly clock: () => Temporal.Instant;
}

/** The handler of each operation in the contract. */
export function createHandlers(dependencies: Dependencies): Handlers {
  const { players, calendar, readChapter, clock } = dependencies;
  return {
    findVerses: findVerses(dependencies.findVerses),
    getChapter: getChapter(readChapter),
    getEligibility: getEligibility(players, calendar, clock),
    listSubmissions: listSubmissions(players),
    submitVerse: submitVerse(players, calendar, clock),
  };
}
