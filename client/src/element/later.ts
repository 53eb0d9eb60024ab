/** What the form can do without for a moment, in one file, since small ones compress badly. */

export { createChosenVerse } from './parts/chosen-verse.ts';
export { createPlayerVerses } from './parts/player-verses.ts';
export { createVersePicker } from './parts/verse-picker.ts';
export { createChapterReader } from './player/chapter-reader.ts';
export { createForecaster } from './player/forecast.ts';
