import type { HTMLAttributes } from 'svelte/elements';
import type { SubmitVerse } from '../dist/element/index.js';
import type { Props } from './props.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'submit-verse': HTMLAttributes<SubmitVerse> & Props;
  }
}
