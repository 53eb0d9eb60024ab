import type { AfterPress } from '../dom/press.ts';
import type { FoundVerse } from '../player/find-words.ts';
import type { Language, Verse } from '../words/language.ts';
import { searchTexts } from '../words/search-texts.ts';
import { type ComboboxHost, createCombobox } from './combobox.ts';
import { readForeign } from './foreign.ts';
import { marked } from './marked.ts';
import type { Reference } from './passages.ts';
import { readAfterPause } from './read-after-pause.ts';
import { createReader, type Grammar, type Reading } from './reader.ts';
import { hasWords } from './typed-text.ts';

/** What the element lends: what it has itself is not loaded again. */
interface Host extends ComboboxHost {
  /** Says what is wrong with the text, or which of its verses is taken. */
  say(text: string, isWrong: boolean): void;
  /** Says that there is no network. */
  fail(): void;
  /** Chooses what the text names, or nothing. */
  choose(verse: Verse | undefined): void;
  readonly language: Language;
  /** Finds verses by their words. It throws if the service cannot be asked. */
  findWords(typed: string, signal: AbortSignal): Promise<readonly FoundVerse[]>;
  /** Loads what knows the verses that many readers know. */
  surprises(): Promise<typeof import('../words/known-first.ts')>;
  readonly afterPress: AfterPress;
  /** What screen readers read of the choice, and of the search. */
  readonly said: readonly HTMLElement[];
}

/** The most characters of a text that are said again. */
const maxSaid = 40;
/** The fewest characters that are searched for in the verses. */
const minLength = 3;
/** A text with this many words is searched for in the verses, too, if it is offered references. */
const manyWords = 3;
/** How long the player must have stopped typing before that, in milliseconds. */
const pauseMs = 250;
/** The most suggestions. */
const maxSuggestions = 5;

/** Understands what is typed in a field, chooses it, and offers what it may mean. */
export function createSearch(grammar: Grammar, host: Host, chosenBefore: Verse | undefined) {
  const { input, language, bookOf, books, signal } = host;
  const texts = { ...searchTexts, ...language.texts };
  const readReference = createReader(
    grammar,
    books.map((book) => ({ ...book, names: [host.nameOf(book, language), book.name] })),
  );
  readAfterPause(host.said, signal);
  const combobox = createCombobox(host, texts.find, (count) =>
    count === 1 ? texts.suggestion : fill(texts.suggestions, { count: String(count) }),
  );
  let reading: Reading = { offers: [] };
  let chosen = chosenBefore;
  /** The verse that was chosen last, or the book that was picked, of which numbers alone are. */
  let context = chosenBefore;
  let found: readonly FoundVerse[] = [];
  let wordSearch = new AbortController();
  /** Whether words are being searched for, and whether Enter has been pressed meanwhile. */
  let isSearching = false;
  let isEntered = false;
  /** What has been picked of which a part is asked for, and the text that says so. */
  let asked: { readonly reference: Reference; readonly text: string } | undefined;

  const fill = (text: string, values: Readonly<Record<string, string>>) => host.fill(text, values).join('');
  const bookText = ({ bookId }: Verse) => host.nameOf(bookOf(bookId), language);
  const chapterValues = (verse: Verse) => ({ book: host.singular(bookText(verse)), chapter: String(verse.chapter) });
  /** A chapter as a reader writes it, e.g. "Psalm 23". */
  const chapterText = (verse: Verse) => fill(texts.chapterReference, chapterValues(verse));
  const verseText = (verse: Verse) => host.referenceTo(verse, language);
  const versesIn = ({ bookId, chapter }: Verse) => bookOf(bookId).verses[chapter - 1] ?? 0;
  const isChapter = (reference: Reference) =>
    !reference.isBook && reference.verse === 1 && reference.count > 1 && reference.count === versesIn(reference);
  /** Whether it is a book with several chapters. */
  const asksChapter = ({ isBook, bookId }: Reference) => isBook && bookOf(bookId).verses.length > 1;
  const write = (reference: Reference) =>
    reference.isBook ? bookText(reference) : isChapter(reference) ? chapterText(reference) : verseText(reference);

  function firstOf(reference: Reference): string {
    const count = String(reference.count);
    if (isChapter(reference)) return fill(texts.firstOf, { chapter: chapterText(reference), count });
    return reference.count === 1 ? '' : fill(texts.firstOfSome, { count });
  }

  /** Chooses the first verse of a reference, or nothing. */
  function choose(reference: Reference | undefined): void {
    if (host.isSame(reference, chosen)) return;
    chosen = reference && { bookId: reference.bookId, chapter: reference.chapter, verse: reference.verse };
    context = chosen ?? context;
    host.choose(chosen);
  }

  /** Ends the search for words. */
  function stop(): void {
    wordSearch.abort();
    wordSearch = new AbortController();
    isSearching = isEntered = false;
    found = [];
  }

  /**
   * Takes what the player has picked: a verse is chosen, and of a book or a chapter, a part is
   * asked for.
   */
  function pick(reference: Reference): void {
    stop();
    if (reference.isBook || isChapter(reference)) {
      input.value = asksChapter(reference)
        ? `${bookText(reference)} `
        : fill(texts.reference, { ...chapterValues(reference), verse: '' });
      asked = { reference, text: input.value.trim() };
      void ask(reference);
      return;
    }
    input.value = verseText(reference);
    choose(reference);
    settle(reference);
    leave();
  }

  /** The list would cover the words, and so would the keyboard of a touch screen. */
  function leave(): void {
    combobox.show([]);
    if (matchMedia('(pointer: coarse)').matches) input.blur();
  }

  /** Leaves nothing to offer. */
  function settle(reference: Reference): void {
    reading = { reference, offers: [] };
    host.say(firstOf(reference), false);
  }

  /** Asks for the chapter of a book, or the verse of a chapter, and offers those that many know. */
  async function ask(reference: Reference): Promise<void> {
    const isBook = asksChapter(reference);
    const count = isBook ? bookOf(reference.bookId).verses.length : versesIn(reference);
    choose(undefined);
    context = reference;
    reading = { reference, offers: [] };
    host.say(fill(isBook ? texts.whichChapter : texts.whichVerse, { count: String(count) }), false);
    combobox.show([]);
    const typed = input.value;
    const loaded = await host.surprises().catch(() => undefined);
    if (loaded === undefined || signal.aborted || input.value !== typed) return; // the question is enough
    const { bookId, chapter } = reference;
    const numbers = loaded.knownFirst(bookId, isBook ? undefined : chapter, count, maxSuggestions);
    const offers = numbers.map((number): Reference => {
      const verse = isBook ? { bookId, chapter: number, verse: 1 } : { bookId, chapter, verse: number };
      return { ...verse, count: isBook ? versesIn(verse) : 1, isBook: false };
    });
    reading = { reference, offers };
    offer();
  }

  /** Not while a suggestion is pressed: another one would be under the pointer. */
  const offer = () => host.afterPress(offerNow);

  function offerNow(): void {
    // The words of a chosen verse are below the field: nothing is left to offer.
    combobox.show(chosen !== undefined && reading.offers.length === 1 ? [] : suggestions());
  }

  function suggestions() {
    const named = reading.offers.map((each) => ({ label: write(each), pick: () => pick(each) }));
    const verses = found.map((each) => ({
      label: verseText(each),
      about: marked(each.words, input.value, (word) => host.create('mark', {}, word)),
      pick: () => pick({ ...each, count: 1, isBook: false }),
    }));
    return [...named, ...verses].slice(0, maxSuggestions);
  }

  function problem({ offers, absent, absentBook }: Reading, typed: string): string {
    if (absent !== undefined) {
      const { verses } = bookOf(absent.bookId);
      const count = verses[absent.chapter - 1];
      return count === undefined
        ? fill(texts.noChapter, { book: bookText(absent), count: String(verses.length) })
        : fill(texts.noVerse, { chapter: chapterText(absent), count: String(count) });
    }
    if (absentBook !== undefined) return fill(texts.notAmong, { name: absentBook });
    const name = typed.length > maxSaid ? `${typed.slice(0, maxSaid - 1)}…` : typed;
    const [best] = offers;
    if (best !== undefined) return fill(texts.didYouMean, { reference: write(best) });
    return isReference(typed) ? texts.unknownBook : `${fill(texts.noBook, { name })} ${texts.wordsIn}`;
  }

  /** Reads the text again. */
  function read(): void {
    const typed = input.value.trim();
    stop();
    if (chosen !== undefined && typed === verseText(chosen)) {
      // As the element writes it, in whatever language.
      settle({ ...chosen, count: 1, isBook: false });
      combobox.show([]);
      return;
    }
    if (typed === asked?.text) {
      void ask(asked.reference);
      return;
    }
    if (typed === '') context = undefined; // the verse is given up
    reading = typed === '' ? { offers: [] } : readReference(typed, context);
    const { reference, offers } = reading;
    const isAbsent = (reading.absent ?? reading.absentBook) !== undefined;
    if (reference !== undefined && !reference.isBook) {
      choose(reference);
      host.say(firstOf(reference), false);
    } else {
      choose(undefined);
      host.say(isAbsent ? problem(reading, typed) : '', isAbsent);
      const mayBeWords = !isAbsent && (offers.length === 0 || hasManyWords(typed));
      if (mayBeWords && typed.length >= minLength) void readWords(typed);
    }
    offer();
  }

  /** What names no verse may be the words of one or, with figures, a reference in another language. */
  async function readWords(typed: string): Promise<void> {
    const end = AbortSignal.any([signal, wordSearch.signal]);
    isSearching = true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (end.aborted) return;
    const verses = isReference(typed) ? [] : await host.findWords(typed, end).catch(() => undefined);
    if (/\p{Nd}/u.test(typed) && reading.offers.length === 0 && !verses?.length) {
      const offers = await readForeign(typed, books, language.tag).catch((): Reference[] => []);
      const [reference, another] = offers;
      if (!end.aborted) reading = reference && !another ? { reference, offers } : { offers };
    }
    if (end.aborted) return;
    isSearching = false;
    found = verses ?? [];
    if (verses === undefined) {
      host.fail();
      window.addEventListener('online', read, { once: true, signal: end });
    } else if (found.length > 0) host.say('', false);
    else if (reading.offers.length === 0) host.say(problem(reading, typed), true);
    offer();
    if (isEntered) enter();
  }

  /** Takes what the text names, or else says that it names nothing. */
  function enter(): void {
    if (input.value.trim() === '' || combobox.pickActive()) return;
    const { reference } = reading;
    if (chosen !== undefined) {
      input.value = verseText(chosen);
      leave();
    } else if (reference !== undefined) pick(reference);
    else if (isSearching) isEntered = true;
    else take();
  }

  /** Takes the one found verse that has the words; else, Enter takes the first offer next time. */
  function take(): void {
    const isNamed = reading.offers.length > 0 || found.length === 0;
    const [verse, another] = isNamed ? [] : found.filter(({ words }) => hasWords(words, input.value));
    if (verse !== undefined && another === undefined) pick({ ...verse, count: 1, isBook: false });
    else {
      host.say(isNamed ? problem(reading, input.value.trim()) : '', true);
      offer();
      combobox.activateFirst();
    }
  }

  input.addEventListener('input', read, { signal });
  return {
    read,
    enter,
    /**
     * Learns which verse is chosen.
     *
     * @param isNew whether something else than the text has chosen it
     */
    render(next: Verse | undefined, isNew: boolean): void {
      chosen = next;
      context = next ?? (isNew ? undefined : context);
      if (isNew) read();
    },
  };
}

/** No verse has figures: a few words with them are a reference. */
function isReference(text: string): boolean {
  return /\p{Nd}/u.test(text) && !hasManyWords(text);
}

function hasManyWords(text: string): boolean {
  return text.split(/\s+/).length >= manyWords;
}
