import type { HTMLAttributes, PublicProps } from 'vue';
import type {
  SubmitVerse,
  SubmitVerseAttributes,
  SubmitVerseEvents,
  SubmitVerseProperties,
} from '../dist/element/index.js';

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** Vue's names of what listens to the events: `@verse-submitted` is `onVerseSubmitted`. */
type Listeners = {
  [Type in keyof SubmitVerseEvents as `on${PascalCase<Type>}`]?: (event: SubmitVerseEvents[Type]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'submit-verse': new () => SubmitVerse & {
      $props: HTMLAttributes & PublicProps & SubmitVerseAttributes & SubmitVerseProperties & Listeners;
    };
  }
}
