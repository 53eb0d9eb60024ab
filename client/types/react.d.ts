import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { SubmitVerse } from '../dist/element/index.js';
import type { Props } from './props.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'submit-verse': DetailedHTMLProps<HTMLAttributes<SubmitVerse>, SubmitVerse> & Props;
    }
  }
}
