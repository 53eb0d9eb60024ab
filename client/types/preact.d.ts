import type { HTMLAttributes } from 'preact';
import type { SubmitVerse } from '../dist/element/index.js';
import type { Props } from './props.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'submit-verse': HTMLAttributes<SubmitVerse> & Props;
    }
  }
}
