import type { Words } from '../player/chapter-reader.ts';
import type { Forecast } from '../player/forecast.ts';
import type { Facts, State } from '../player/state.ts';
import type { Submission } from '../player/submission.ts';
import type { Language, Verse } from '../words/language.ts';

/** A verse with its date, or the instant at which a full calendar opens. */
export type Dated =
  | (Pick<Submission, 'scheduledDate' | 'reference'> & Partial<Verse>)
  | { readonly acceptingFrom: string };

/** What the element knows of the page around it. */
export interface Site {
  /** The address of the puzzle, or else of the page. */
  readonly url: string;
  /** Reads the words of a verse; they are empty if the element shows none. */
  readonly readWords: (verse: Verse) => Promise<string>;
}

/** What the view loads after the form. */
export interface Part {
  render(model: Model, state: State): void;
}

/** All that the element shows. */
export interface Model {
  /** What the form can do without for a moment, once it is loaded. */
  readonly later: typeof import('../later.ts') | undefined;
  readonly language: Language;
  readonly facts: Facts;
  /** The words of a verse; undefined while they are on their way. */
  readonly wordsOf: (verse: Verse) => Words | undefined;
  /** The day that the chosen verse would get, once it is known. */
  readonly forecast: Forecast | undefined;
  readonly site: Site;
}
