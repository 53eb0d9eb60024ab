import { type Book, type BookId, books } from '../index.js';
import { create } from './dom.js';
import { type Language, nameOf, type Verse } from './language.js';

/** Three native selects, which name an existing verse at every moment. */
export interface VersePicker {
  readonly element: HTMLFieldSetElement;
  chosen(): Verse;
}

/** @param onChange called after each change that the player makes */
export function createVersePicker(language: Language, initial: Verse, onChange: () => void): VersePicker {
  const { texts } = language;
  const matthew = books.findIndex(({ id }) => id === 'MAT');
  const group = (label: string, members: readonly Book[]) =>
    create(
      'optgroup',
      { label },
      ...members.map((each) => create('option', { value: each.id }, nameOf(each, language))),
    );
  const book = create(
    'select',
    {},
    group(texts.oldTestament, books.slice(0, matthew)),
    group(texts.newTestament, books.slice(matthew)),
  );
  const chapter = create('select', {});
  const verse = create('select', {});

  const chosen = (): Verse => ({
    bookId: book.value as BookId,
    chapter: Number(chapter.value),
    verse: Number(verse.value),
  });
  const choose = (choice: Verse) => {
    book.value = choice.bookId;
    const { verses } = books[book.selectedIndex] as Book;
    offer(chapter, verses.length, choice.chapter);
    offer(verse, verses[chapter.selectedIndex] as number, choice.verse);
  };
  choose(initial);

  const element = create(
    'fieldset',
    {},
    field('book', texts.book, book),
    field('chapter', texts.chapter, chapter),
    field('verse', texts.verse, verse),
  );
  element.addEventListener('change', () => {
    choose(chosen());
    onChange();
  });
  return { element, chosen };
}

function field(id: string, text: string, select: HTMLSelectElement): Node {
  select.id = id;
  return create('div', { part: 'field' }, create('label', { htmlFor: id }, text), select);
}

/** Offers the numbers from 1 to `count`, and chooses one of them: the given one, or the last if there are fewer. */
function offer(select: HTMLSelectElement, count: number, chosen: number): void {
  if (select.length !== count) {
    const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
    select.replaceChildren(...numbers.map((number) => create('option', {}, number)));
  }
  select.selectedIndex = Math.min(chosen, count) - 1;
}
