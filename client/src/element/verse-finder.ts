import { books } from '../index.ts';
import { create, createButton, write } from './dom.ts';
import type { FoundVerse } from './find-words.ts';
import { exists, type Language, nameOf, referenceTo, type Verse } from './language.ts';
import type { AfterPress } from './press.ts';
import { fill } from './texts.ts';
import { tools } from './tools.ts';

type FindWords = (typed: string, signal: AbortSignal) => Promise<readonly FoundVerse[]>;
type Search = ReturnType<typeof import('./references.ts')['createSearch']>;

/** A field that takes a reference as readers type it, and a button that chooses a well-known verse. */
interface VerseFinder {
  readonly element: HTMLElement;
  render(language: Language, verse: Verse | undefined): void;
}

/** Loaded where the page needs them. A page in another language gets the English one. */
const grammars = {
  en: () => import('./references/en.ts'),
  de: () => import('./references/de.ts'),
  es: () => import('./references/es.ts'),
};

/**
 * @param onChoose called while the player types, as soon as the text names a verse; when the player
 *   picks a suggestion; and after a surprise
 * @param findWords searches for verses by their words
 * @param onFail called when what understands the text cannot be loaded
 */
export function createVerseFinder(
  onChoose: (verse: Verse) => void,
  findWords: FindWords,
  onFail: () => void,
  afterPress: AfterPress,
): VerseFinder {
  let language: Language | undefined;
  let chosen: Verse | undefined;
  let search: Search | undefined;
  let end: AbortController | undefined;
  const label = create('label', { part: 'label', htmlFor: 'find' });
  const input = create('input', { part: 'find', id: 'find', type: 'text', role: 'combobox', autocomplete: 'off' });
  const note = create('p', { part: 'problem', id: 'problem', ariaLive: 'polite' });
  const place = create('div', {}, note);
  const surprise = createButton('button surprise', async () => {
    input.value = '';
    const { texts } = language as Language;
    const before = chosen;
    const backTo = (verse: Verse) =>
      fill(texts.backTo, { reference: referenceTo(verse, language as Language) }).join('');
    try {
      const { surprise: choose } = await import('./surprise.ts');
      if (chosen !== before) return; // what the player has chosen meanwhile stays
      choose({ button: surprise, chosen, choose: onChoose, backTo });
    } catch {
      say(texts.noResponse, false);
    }
  });
  input.enterKeyHint = 'search';
  input.spellcheck = false;
  input.ariaExpanded = 'false';
  input.setAttribute('autocorrect', 'off');
  input.setAttribute('aria-describedby', note.id);

  function say(text: string, isWrong: boolean): void {
    write(note, text);
    input.ariaInvalid = String(isWrong);
  }

  async function load(): Promise<void> {
    if (end !== undefined || language === undefined) return;
    end = new AbortController();
    const host = { ...tools, input, place, say, choose: onChoose, findWords, afterPress, language, signal: end.signal };
    const { texts, tag = 'en' } = language;
    try {
      const [{ createSearch }, grammar] = await Promise.all([
        import('./references.ts'),
        (grammars[tag.split('-')[0] as 'en'] ?? grammars.en)(),
      ]);
      afterPress((isClick) => {
        if (host.signal.aborted) return;
        search = createSearch(grammar, host, chosen);
        if (!isClick) search.read();
      });
    } catch {
      if (host.signal.aborted) return;
      end = undefined; // with the next focus, it is tried again
      say(texts.noResponse, false);
      onFail();
    }
  }
  input.addEventListener('focus', load);
  input.addEventListener('input', () => {
    const verse = search === undefined && language && exactly(input.value, language);
    if (verse) onChoose(verse);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.keyCode === 229) return; // an input method takes the key
    event.preventDefault(); // the verse is not submitted
    search?.enter();
  });

  return {
    element: create(
      'div',
      { className: 'finder' },
      create('div', { className: 'row' }, label, surprise),
      input,
      create('div', { className: 'line' }, place),
    ),
    render(next, verse) {
      chosen = verse;
      if (next !== language) {
        end?.abort();
        end = search = undefined;
        language = next;
        const { texts } = next;
        write(label, texts.find);
        input.placeholder = texts.findExample;
        write(surprise, texts.surprise);
        if (input.matches(':focus')) void load();
      }
      search?.render(verse);
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
