import { type Book, type BookId, books } from '../index.ts';
import { create } from './dom.ts';
import { bookOf, type Language, nameOf, type Verse } from './language.ts';

/**
 * Three native selects. They name an existing verse, or, before the player has chosen a book, none.
 */
interface VersePicker {
  readonly element: HTMLFieldSetElement;
  render(language: Language, verse: Verse | undefined): void;
}

/**
 * @param onChoose called after each choice of the player. A new book begins at 1:1, a new chapter
 *   at its first verse.
 */
export function createVersePicker(onChoose: (verse: Verse) => void): VersePicker {
  const [book, chapter, verse] = ['book', 'chapter', 'verse'].map(createField) as [Field, Field, Field];
  const element = create('fieldset', { part: 'choice' }, book.element, chapter.element, verse.element);
  element.addEventListener('change', ({ target }) => {
    onChoose({
      bookId: book.select.value as BookId,
      chapter: target === book.select ? 1 : Number(chapter.select.value),
      verse: target === verse.select ? Number(verse.select.value) : 1,
    });
  });

  let written: Language | undefined;
  function write(language: Language): void {
    const { texts } = language;
    const matthew = books.findIndex(({ id }) => id === 'MAT');
    const group = (label: string, members: readonly Book[]) =>
      create(
        'optgroup',
        { label },
        ...members.map((each) => create('option', { value: each.id }, nameOf(each, language))),
      );
    element.ariaLabel = texts.choice;
    book.label.textContent = texts.book;
    chapter.label.textContent = texts.chapter;
    verse.label.textContent = texts.verse;
    book.select.replaceChildren(
      nothing(),
      group(texts.oldTestament, books.slice(0, matthew)),
      group(texts.newTestament, books.slice(matthew)),
    );
    written = language;
  }

  return {
    element,
    render(language, chosen) {
      if (language !== written) write(language);
      const counts = chosen === undefined ? [] : bookOf(chosen.bookId).verses;
      book.select.value = chosen?.bookId ?? '';
      offer(chapter.select, counts.length, chosen?.chapter);
      offer(verse.select, counts[(chosen?.chapter ?? 0) - 1] ?? 0, chosen?.verse);
    },
  };
}

interface Field {
  readonly element: HTMLElement;
  readonly label: HTMLLabelElement;
  readonly select: HTMLSelectElement;
}

function createField(id: string): Field {
  const label = create('label', { part: 'label', htmlFor: id });
  const select = create('select', { part: `select ${id}`, id });
  return { element: create('div', { part: 'field', className: id }, label, select), label, select };
}

/** Stands for no choice, which a player cannot make again. */
function nothing(): HTMLOptionElement {
  const option = create('option', { value: '' }, '–');
  option.hidden = option.disabled = true;
  return option;
}

/** Offers the numbers from 1 to `count`. */
function offer(select: HTMLSelectElement, count: number, chosen: number | undefined): void {
  if (select.length !== count + 1) {
    const numbers = Array.from({ length: count }, (_, index) => create('option', {}, String(index + 1)));
    select.replaceChildren(nothing(), ...numbers);
  }
  select.disabled = count === 0;
  select.value = String(chosen ?? '');
}
