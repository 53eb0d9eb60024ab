/** What the field needs to understand references. It is loaded when the field gets the focus. */
export { createSearch } from './references/search.ts';
