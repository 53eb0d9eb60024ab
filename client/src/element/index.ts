import { SubmitVerse } from './submit-verse.ts';

export type { Chapter, ReadChapter } from './chapter-reader.ts';
export type { BookNames, Verse } from './language.ts';
export type { ScheduledResult as Scheduled, State } from './state.ts';
export type { SubmitVerseAttributes, SubmitVerseEvents, SubmitVerseProperties } from './submit-verse.ts';
export type { Texts } from './texts.ts';
export { SubmitVerse };

if (globalThis.customElements?.get('submit-verse') === undefined) {
  globalThis.customElements?.define('submit-verse', SubmitVerse);
}
