import type { Words } from '../player/chapter-reader.ts';
import type { Forecast } from '../player/forecast.ts';
import type { Facts, State } from '../player/state.ts';
import type { Language, Verse } from '../words/language.ts';
import type { Site } from './date-actions.ts';

/** What the view loads after the form. */
export interface Part {
  render(model: Model, state: State): void;
}

/** All that the element shows. */
export interface Model {
  readonly language: Language;
  readonly facts: Facts;
  /** The words of a verse; undefined while they are on their way. */
  readonly wordsOf: (verse: Verse) => Words | undefined;
  /** The day that the chosen verse would get, once it is known. */
  readonly forecast: Forecast | undefined;
  readonly site: Site;
}
