/** What the form can do without for a moment, in one file, since small ones compress badly. */
export { createForecaster } from './forecast.ts';
export { createPlayerVerses } from './player-verses.ts';
export { createVersePicker } from './verse-picker.ts';
