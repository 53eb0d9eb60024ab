import type { FoundVerse } from '../find-words.ts';
import type { Language, Verse } from '../language.ts';
import type { AfterPress } from '../press.ts';
import { type ComboboxHost, createCombobox } from './combobox.ts';
import { createReader, type Grammar, type Reading, type Reference } from './reader.ts';
import { searchTexts } from './texts.ts';

/** What the element lends: what it has itself is not loaded again. */
interface Host extends ComboboxHost {
  /** Says what is wrong with the text, or which of its verses is taken. */
  say(text: string, isWrong: boolean): void;
  choose(verse: Verse): void;
  readonly language: Language;
  /** Finds verses by their words; it finds none if it fails. */
  findWords(typed: string, signal: AbortSignal): Promise<readonly FoundVerse[]>;
  readonly afterPress: AfterPress;
}

export interface Search {
  /** Reads the text again. */
  read(): void;
  /** Takes what the text names, or else says that it names nothing. */
  enter(): void;
  /** Learns which verse is chosen, by whatever means. */
  render(chosen: Verse | undefined): void;
}

/** The most of a text that is said again. */
const longest = 40;
/** The fewest characters that are searched for in the verses. */
const shortest = 3;
/** How long the player must have stopped typing before that, in milliseconds. */
const pauseMs = 250;
/** The most suggestions. */
const most = 5;

/** Understands what is typed in a field, chooses it, and offers what it may mean. */
export function createSearch(grammar: Grammar, host: Host, chosenBefore: Verse | undefined): Search {
  const { input, language, bookOf, books, signal } = host;
  const texts = { ...searchTexts, ...language.texts };
  const readReference = createReader(
    grammar,
    books.map((book) => ({ ...book, names: [host.nameOf(book, language), book.name] })),
  );
  const combobox = createCombobox(host, language.texts.find);
  let reading: Reading = { offers: [] };
  let chosen = chosenBefore;
  let ownChoice: Verse | undefined;
  let found: readonly FoundVerse[] = [];
  let wordSearch: AbortController | undefined;

  const fill = (text: string, values: Readonly<Record<string, string>>) => host.fill(text, values).join('');
  /** A chapter as a reader writes it, e.g. "Psalm 23". */
  const chapterTo = ({ bookId, chapter }: Verse) =>
    fill(texts.chapterReference, {
      book: host.singular(host.nameOf(bookOf(bookId), language)),
      chapter: String(chapter),
    });
  const write = (reference: Reference) =>
    reference.isBook ? host.nameOf(bookOf(reference.bookId), language) : host.referenceTo(reference, language);
  const firstOf = ({ count, ...verse }: Reference) =>
    count === 1 ? '' : fill(texts.firstOf, { reference: host.referenceTo(verse, language), count: String(count) });

  function choose(reference: Reference): void {
    const { bookId, chapter, verse } = reference;
    ownChoice = { bookId, chapter, verse };
    host.say(firstOf(reference), false);
    if (!isSame(reference, chosen)) host.choose(ownChoice);
  }

  function pick(reference: Reference): void {
    // The chapter follows a book.
    input.value = reference.isBook ? `${write(reference)} ` : '';
    choose(reference);
    wordSearch?.abort();
    found = [];
    reading = { reference, offers: [] };
    combobox.show([]);
    // The keyboard of a touch screen would hide the words.
    if (!reference.isBook && matchMedia('(pointer: coarse)').matches) input.blur();
  }

  /** Not while a suggestion is pressed: another one would be under the pointer. */
  const offer = () => host.afterPress(offerNow);

  function offerNow(): void {
    const { offers, reference } = reading;
    // The words of a whole reference are below the field: nothing is left to offer.
    const isSettled = reference !== undefined && !reference.isBook && offers.length === 1;
    const suggestions = offers.map((each) => ({
      label: (each.isBook ? '' : firstOf(each)) || write(each),
      pick: () => pick(each),
    }));
    const verses = found.map((each) => ({
      label: host.referenceTo(each, language),
      about: each.words,
      pick: () => pick({ ...each, count: 1, isBook: false }),
    }));
    combobox.show(isSettled ? [] : [...suggestions, ...verses].slice(0, most));
  }

  function problem({ offers, absent }: Reading, typed: string): string {
    if (absent !== undefined) {
      const book = bookOf(absent.bookId);
      const count = book.verses[absent.chapter - 1];
      return count === undefined
        ? fill(texts.noChapter, { book: host.nameOf(book, language), count: String(book.verses.length) })
        : fill(texts.noVerse, { chapter: chapterTo(absent), count: String(count) });
    }
    const name = typed.length > longest ? `${typed.slice(0, longest - 1)}…` : typed;
    const [best] = offers;
    const isMeant = best === undefined ? [] : [fill(texts.didYouMean, { reference: write(best) })];
    return [fill(texts.noBook, { name }), ...isMeant].join(' ');
  }

  function read(): void {
    const typed = input.value.trim();
    reading = typed === '' ? { offers: [] } : readReference(typed, chosen);
    const { reference, offers, absent } = reading;
    found = [];
    wordSearch?.abort();
    if (reference !== undefined && !reference.isBook) choose(reference);
    else {
      host.say(absent === undefined ? '' : problem(reading, typed), absent !== undefined);
      const mayBeWords = absent === undefined && (offers.length === 0 || /\s/.test(typed));
      if (mayBeWords && typed.length >= shortest) void readWords(typed);
    }
    offer();
  }

  /** What names no verse may be the words of one. */
  async function readWords(typed: string): Promise<void> {
    wordSearch = new AbortController();
    const end = AbortSignal.any([signal, wordSearch.signal]);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (end.aborted) return;
    const verses = await host.findWords(typed, end).catch(() => []);
    if (end.aborted) return;
    found = verses;
    if (found.length > 0) host.say('', false);
    else if (reading.offers.length === 0) host.say(problem(reading, typed), true);
    offer();
  }

  function enter(): void {
    const typed = input.value.trim();
    if (typed === '' || combobox.pickActive()) return;
    if (reading.reference !== undefined) pick(reading.reference);
    else {
      host.say(problem(reading, typed), true);
      offer();
      combobox.activateFirst();
    }
  }

  input.addEventListener('input', read, { signal });
  return {
    read,
    enter,
    render(next) {
      const isFromElsewhere = !isSame(next, chosen) && !isSame(next, ownChoice);
      chosen = next;
      if (!isFromElsewhere) return;
      input.value = '';
      read();
    },
  };
}

function isSame(one: Verse | undefined, other: Verse | undefined): boolean {
  return one?.bookId === other?.bookId && one?.chapter === other?.chapter && one?.verse === other?.verse;
}
