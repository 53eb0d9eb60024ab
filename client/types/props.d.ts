import type { SubmitVerseAttributes, SubmitVerseEvents, SubmitVerseProperties } from '../dist/element/index.js';

/**
 * What `<submit-verse>` takes in React, Preact and Svelte, whose listeners are `on` and the event's
 * name: `onverse-submitted`.
 */
export type Props = SubmitVerseAttributes &
  SubmitVerseProperties & {
    [Type in keyof SubmitVerseEvents as `on${Type}`]?: ((event: SubmitVerseEvents[Type]) => void) | undefined;
  };
