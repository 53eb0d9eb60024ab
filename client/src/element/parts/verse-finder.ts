import { books } from '../../index.ts';
import { create, createButton, write } from '../dom/create.ts';
import { loadModule } from '../dom/load-module.ts';
import type { AfterPress } from '../dom/press.ts';
import { tools } from '../dom/tools.ts';
import type { FoundVerse } from '../player/find-words.ts';
import { fill } from '../words/fill.ts';
import { exists, isSame, type Language, nameOf, referenceTo, type Verse } from '../words/language.ts';

type Search = ReturnType<typeof import('../references/search.ts')['createSearch']>;

/** Loaded where the page needs them. A page in another language gets the English one. */
const grammars = {
  en: () => import('../references/en.ts'),
  de: () => import('../references/de.ts'),
  es: () => import('../references/es.ts'),
};

/** Loaded for the first surprise, and for the first book or chapter that is picked. */
const surprises = () => loadModule(() => import('./surprise.ts'));

/**
 * Creates a field that takes a reference as readers type it and shows what is chosen, however it was
 * chosen, and a button that chooses a well-known verse.
 *
 * @param onChoose called while the player types, as soon as the text names a verse, and when it no
 *   longer does; when the player picks a suggestion; and after a surprise
 * @param findWords searches for verses by their words
 * @param onFail called when what understands the text cannot be loaded
 * @param byBook the button that leads to another way to choose
 */
export function createVerseFinder(
  onChoose: (verse: Verse | undefined) => void,
  findWords: (typed: string, signal: AbortSignal) => Promise<readonly FoundVerse[]>,
  onFail: () => void,
  afterPress: AfterPress,
  byBook: HTMLElement,
) {
  let language: Language | undefined;
  let chosen: Verse | undefined;
  /** What the field's own text has named last. */
  let named: Verse | undefined;
  let search: Search | undefined;
  let end: AbortController | undefined;
  /** The text at which Enter was pressed before it could be understood. */
  let entered: string | undefined;
  const label = create('label', { part: 'label', htmlFor: 'find' });
  const input = create('input', { part: 'find', id: 'find', type: 'text', role: 'combobox', autocomplete: 'off' });
  const note = create('p', { part: 'problem', id: 'problem', ariaLive: 'polite' });
  const count = create('p', { className: 'unseen', ariaLive: 'polite' });
  const place = create('div', {}, note);
  const surprise = createButton('button surprise', async () => {
    const { texts } = language as Language;
    const before = chosen;
    const backTo = (verse: Verse) =>
      fill(texts.backTo, { reference: referenceTo(verse, language as Language) }).join('');
    try {
      const { surprise: choose } = await surprises();
      if (chosen !== before) return; // what the player has chosen meanwhile stays
      choose(surprise, chosen, onChoose, backTo);
    } catch {
      fail();
    }
  });
  surprise.className = 'quiet';
  input.enterKeyHint = 'search';
  input.spellcheck = false;
  input.ariaExpanded = 'false';
  input.setAttribute('autocorrect', 'off');
  input.setAttribute('aria-describedby', note.id);

  function say(text: string, isWrong: boolean): void {
    write(note, text);
    input.ariaInvalid = String(isWrong);
  }

  /** What is typed next replaces what is chosen, as in the address bar of a browser. */
  function selectAll(): void {
    input.select();
    // The end of the click that gave the focus would set the caret.
    input.addEventListener('mouseup', (event) => event.preventDefault(), { once: true });
  }

  /** There is no network, or so it seems. */
  function fail(): void {
    say((language as Language).texts.searchFailed, false);
    onFail();
  }

  function choose(verse: Verse | undefined): void {
    named = verse;
    onChoose(verse);
  }

  async function load(): Promise<void> {
    if (end !== undefined || language === undefined) return;
    end = new AbortController();
    const host = {
      ...tools,
      input,
      place,
      count,
      said: [...(input.form as HTMLFormElement).querySelectorAll<HTMLElement>('[aria-live]')],
      say,
      fail,
      choose,
      findWords,
      surprises,
      afterPress,
      language,
      signal: end.signal,
    };
    const { tag = 'en' } = language;
    try {
      const [{ createSearch }, grammar] = await Promise.all([
        loadModule(() => import('../references/search.ts')),
        loadModule(grammars[tag.split('-')[0] as 'en'] ?? grammars.en),
      ]);
      afterPress((isClick) => {
        if (host.signal.aborted) return;
        search = createSearch(grammar, host, chosen);
        if (!isClick) search.read();
        if (entered === input.value) search.enter();
      });
    } catch {
      if (host.signal.aborted) return;
      end = undefined; // with the next focus, key or network, it is tried again
      fail();
    }
  }
  input.addEventListener('focus', () => {
    if (chosen && input.value === referenceTo(chosen, language as Language)) selectAll();
    void load();
  });
  input.addEventListener('input', () => {
    void load(); // unless it is there: there may have been no network
    const verse = search === undefined ? language && exactly(input.value, language) : undefined;
    if (search === undefined && !isSame(verse, chosen)) choose(verse);
  });
  input.addEventListener('keydown', (event) => {
    if (event.keyCode !== 13) return; // not Enter, or an input method takes it
    event.preventDefault(); // the verse is not submitted
    if (search) search.enter();
    else entered = input.value;
  });

  return {
    element: create(
      'div',
      { className: 'finder' },
      label,
      input,
      create('div', { className: 'line' }, place),
      count,
      create('div', { className: 'row' }, surprise, byBook),
    ),
    render(next: Language, verse: Verse | undefined): void {
      const isNew = !isSame(verse, chosen) && !isSame(verse, named);
      chosen = verse;
      if (isNew || (next !== language && verse)) {
        named = verse;
        input.value = verse ? referenceTo(verse, next) : '';
        say('', false);
      }
      if (next !== language) {
        end?.abort();
        end = search = undefined;
        language = next;
        const { texts } = next;
        write(label, texts.find);
        input.placeholder = texts.findExample;
        write(surprise, texts.surprise);
      }
      if (input.matches(':focus')) void load();
      search?.render(verse, isNew);
    },
  };
}

/** A verse that is written as the element writes it, which needs nothing to be loaded. */
function exactly(typed: string, language: Language): Verse | undefined {
  const [, name, chapter, verse] = /^(.+) (\d+)[:,](\d+)$/.exec(typed.toLowerCase()) ?? [];
  const book = books.find((each) => nameOf(each, language).toLowerCase() === name);
  const found = book && { bookId: book.id, chapter: Number(chapter), verse: Number(verse) };
  return found && exists(found) ? found : undefined;
}
