import { SubmitVerse } from './submit-verse.ts';

export type { Chapter, ReadChapter } from './player/chapter-reader.ts';
export type { ScheduledResult as Scheduled, State } from './player/state.ts';
export type { SubmitVerseAttributes, SubmitVerseEvents, SubmitVerseProperties } from './submit-verse.ts';
export type { BookNames, Verse } from './words/language.ts';
export type { Texts } from './words/texts.ts';
export { SubmitVerse };

if (globalThis.customElements?.get('submit-verse') === undefined) {
  globalThis.customElements?.define('submit-verse', SubmitVerse);
}
