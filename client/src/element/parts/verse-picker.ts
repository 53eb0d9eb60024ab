import type { Book, BookId } from '../../index.ts';
import type { Tools } from '../dom/tools.ts';
import type { Language, Verse } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';
import type { Part } from './model.ts';

/**
 * Three native selects. They name an existing verse, or none while a part of it is not chosen.
 *
 * @param element where they appear
 * @param onChoose called when the three name another verse, and when they no longer name one: a new
 *   book has no chapter yet, unless it has only one, and a new chapter no verse
 */
export function createVersePicker(
  element: HTMLFieldSetElement,
  onChoose: (verse: Verse | undefined) => void,
  { bookOf, books, create, isSame, nameOf }: Tools,
): Part {
  const [book, chapter, verse] = ['book', 'chapter', 'verse'].map(createField) as [Field, Field, Field];
  element.append(book.element, chapter.element, verse.element);
  let written: Language | undefined;
  let chosen: Verse | undefined;
  let place: Place = {};

  element.addEventListener('change', ({ target }) => {
    const bookId = book.select.value as BookId;
    const onlyChapter = bookOf(bookId).verses.length === 1 ? 1 : undefined;
    place = {
      bookId,
      chapter: target === book.select ? onlyChapter : Number(chapter.select.value),
      verse: target === verse.select ? Number(verse.select.value) : undefined,
    };
    const before = chosen;
    chosen = place.verse ? (place as Verse) : undefined;
    show();
    if (before || chosen) onChoose(chosen);
  });

  function createField(id: string): Field {
    const label = create('label', { part: 'label', htmlFor: id });
    const select = create('select', { part: `select ${id}`, id });
    return { element: create('div', { part: 'field', className: id }, label, select), label, select };
  }

  /** Stands for no choice, which a player cannot make again. */
  function nothing(): HTMLOptionElement {
    return create('option', { value: '', hidden: true, disabled: true }, '–');
  }

  /** Offers the numbers from 1 to `count`. */
  function offer(select: HTMLSelectElement, count: number, number: number | undefined): void {
    if (select.length !== count + 1) {
      const numbers = Array.from({ length: count }, (_, index) => create('option', {}, String(index + 1)));
      select.replaceChildren(nothing(), ...numbers);
    }
    select.disabled = count === 0;
    select.value = String(number ?? '');
  }

  function show(): void {
    const counts = place.bookId ? bookOf(place.bookId).verses : [];
    book.select.value = place.bookId ?? '';
    offer(chapter.select, counts.length, place.chapter);
    offer(verse.select, counts[(place.chapter ?? 0) - 1] ?? 0, place.verse);
  }

  function write(language: Language): void {
    const texts = { ...laterTexts, ...language.texts };
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
    render({ language, facts: { choice: next } }) {
      if (language !== written) write(language);
      if (!isSame(next, chosen)) place = next ?? {};
      chosen = next;
      show();
    },
  };
}

/** What the selects name, which need not be a whole verse yet. */
interface Place {
  readonly bookId?: BookId;
  readonly chapter?: number | undefined;
  readonly verse?: number | undefined;
}

interface Field {
  readonly element: HTMLElement;
  readonly label: HTMLLabelElement;
  readonly select: HTMLSelectElement;
}
