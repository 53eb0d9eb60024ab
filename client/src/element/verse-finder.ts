import { books } from '../index.ts';
import { create, createButton, write } from './dom.ts';
import { findVerse } from './find-verse.ts';
import type { Language, Verse } from './language.ts';
import type { AfterPress } from './press.ts';

/** A field that takes a reference as readers type it, and a button that chooses any verse. */
export interface VerseFinder {
  readonly element: HTMLElement;
  render(language: Language): void;
}

/**
 * @param onChoose called when the player presses Enter in the field or leaves it, and after a
 * surprise; not when the player leaves it by a click on a button, which is about the verse that is
 * shown
 */
export function createVerseFinder(onChoose: (verse: Verse) => void, afterPress: AfterPress): VerseFinder {
  let language: Language | undefined;
  const label = create('label', { part: 'label', htmlFor: 'find' });
  const input = create('input', { part: 'find', id: 'find', type: 'text', autocomplete: 'off' });
  const problem = create('p', { part: 'problem', role: 'alert', id: 'problem' });
  const surprise = createButton('button surprise', () => {
    input.value = '';
    show('');
    onChoose(anyVerse());
  });
  input.enterKeyHint = 'search';
  input.setAttribute('aria-describedby', problem.id);

  function show(text: string): void {
    write(problem, text);
    input.ariaInvalid = String(text !== '');
  }
  function find(): void {
    const typed = input.value.trim();
    const found = language && typed ? findVerse(typed, language) : { problem: '' };
    show('problem' in found ? found.problem : '');
    if ('verse' in found) {
      input.value = '';
      onChoose(found.verse);
    }
  }
  // On leaving the field.
  input.addEventListener('change', () => afterPress((isClick) => isClick || find()));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault(); // the verse is not submitted
    find();
  });

  return {
    element: create(
      'div',
      { className: 'finder' },
      label,
      create('div', { className: 'row' }, input, surprise),
      problem,
    ),
    render(next) {
      language = next;
      const { texts } = next;
      write(label, texts.find);
      input.placeholder = texts.findExample;
      write(surprise, texts.surprise);
    },
  };
}

/** Any of all verses, each as likely as the others. */
function anyVerse(): Verse {
  const verses = books.flatMap(({ id, verses }) =>
    verses.flatMap((count, index) =>
      Array.from({ length: count }, (_, verse): Verse => ({ bookId: id, chapter: index + 1, verse: verse + 1 })),
    ),
  );
  return verses[Math.floor(Math.random() * verses.length)] as Verse;
}
