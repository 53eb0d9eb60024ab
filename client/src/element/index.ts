import { SubmitVerse } from './submit-verse.js';

export type { BookNames, Verse } from './language.js';
export type { Scheduled } from './state.js';
export type { Texts } from './texts.js';
export { SubmitVerse };

if (customElements.get('submit-verse') === undefined) customElements.define('submit-verse', SubmitVerse);
