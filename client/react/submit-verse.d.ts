import type { HTMLAttributes, ReactElement, Ref } from 'react';
import type { SubmitVerse as Element } from '../dist/element/index.js';
import type { Props } from '../types/props.js';

/** `<submit-verse>` for React 19, also where a server renders the page. */
export function SubmitVerse(props: HTMLAttributes<Element> & Props & { ref?: Ref<Element> }): ReactElement;
