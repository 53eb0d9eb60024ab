import type { Tools } from '../dom/tools.ts';
import type { Words } from '../player/chapter-reader.ts';
import type { Language, Verse } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';

const css = `
blockquote{font-size:min(1.4em,1em + 1cqi);line-height:1.35}
blockquote:empty:not(.coming){display:none}
blockquote.coming{visibility:hidden}
[part=reference]{color:var(--accent)}
:host([text=off]) :is(blockquote,[part=translation]){display:none}
`;

/**
 * A verse in large type: its words as soon as they are there, and its reference.
 *
 * @param element where it appears
 * @param beside what stands beside the reference of a verse that is to be chosen: its reference is
 *   above the words, where it never moves, and its translation is named
 */
export function createVerseText(
  element: HTMLElement,
  { adoptStyles, create, referenceTo, write }: Tools,
  beside?: HTMLElement,
) {
  adoptStyles(element.getRootNode() as ShadowRoot, css);
  const ariaLive = beside ? 'polite' : 'off';
  const text = create('blockquote', { part: 'text', dir: 'auto', ariaLive });
  const reference = create('bdi', { part: 'reference', ariaLive });
  const translation = create('small', { part: 'translation', ariaLive });
  const caption = create('figcaption', {}, reference, ' ', translation);
  element.append(...(beside ? [caption, beside, text] : [text, caption]));
  /** @param words undefined while they are on their way */
  return (language: Language, verse: Verse | undefined, words: Words | undefined): void => {
    element.hidden = verse === undefined;
    if (verse === undefined) return;
    write(reference, referenceTo(verse, language));
    // The words of another verse keep the place of those on their way, unseen.
    text.className = words === undefined ? 'coming' : '';
    if (words === undefined) return;
    write(text, words.text);
    if (words.lang === undefined) text.removeAttribute('lang');
    else text.lang = words.lang;
    const { noWords } = { ...laterTexts, ...language.texts };
    if (beside) write(translation, words.text ? (words.translation ?? '') : noWords);
  };
}
