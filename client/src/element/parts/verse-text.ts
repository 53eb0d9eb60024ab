import { create, write } from '../dom/create.ts';
import type { Words } from '../player/chapter-reader.ts';
import { type Language, referenceTo, type Verse } from '../words/language.ts';

/** A verse in large type: its words as soon as they are there, and its reference. */
interface VerseText {
  readonly element: HTMLElement;
  /** What screen readers read as it changes. */
  readonly said: readonly HTMLElement[];
  /** @param words undefined while they are on their way */
  render(language: Language, verse: Verse | undefined, words: Words | undefined): void;
}

/**
 * @param beside what stands beside the reference of a verse that is to be chosen: its reference is
 *   above the words, where it never moves, and its translation is named
 */
export function createVerseText(beside?: HTMLElement): VerseText {
  const text = create('blockquote', { part: 'text', dir: 'auto' });
  const reference = create('bdi', { part: 'reference' });
  const translation = create('small', { part: 'translation' });
  const caption = create('figcaption', {}, reference, ' ', translation);
  const element = create('figure', {}, ...(beside ? [caption, beside, text] : [text, caption]));
  return {
    element,
    said: [text, reference, translation],
    render(language, verse, words) {
      element.hidden = verse === undefined;
      if (verse === undefined) return;
      write(reference, referenceTo(verse, language));
      // The words of another verse keep the place of those on their way, unseen.
      text.className = words === undefined ? 'coming' : '';
      if (words === undefined) return;
      write(text, words.text);
      if (words.lang === undefined) text.removeAttribute('lang');
      else text.lang = words.lang;
      if (beside) write(translation, words.text ? (words.translation ?? '') : language.texts.noWords);
    },
  };
}
