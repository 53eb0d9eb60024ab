import { type Client, type ClientOptions, createClient } from '../index.ts';
import { loadLanguage, onPageLanguage, tagOf } from './dom/languages.ts';
import { loadModule } from './dom/load-module.ts';
import { isOnDark } from './dom/styles.ts';
import type { ChapterReader, ReadChapter } from './player/chapter-reader.ts';
import { type Controller, startController, timeLimit } from './player/controller.ts';
import type { Forecaster } from './player/forecast.ts';
import { type Facts, type ScheduledResult as Scheduled, type State, stateOf } from './player/state.ts';
import { createView } from './view.ts';
import { type BookNames, exists, type Language, type Verse } from './words/language.ts';
import { english, type Texts } from './words/texts.ts';

/** The attributes of the element. */
export interface SubmitVerseAttributes {
  /** The URL of the service. By default, the page's own origin. */
  'base-url'?: string | undefined;
  /**
   * The language of the element, as a BCP 47 tag. By default, the language of the nearest element
   * with this attribute; a change on `<html>` takes effect at once.
   */
  lang?: string | undefined;
  /** `off` hides the words of the verses, and the element reads no chapters. */
  text?: 'off' | undefined;
}

/** The properties of the element, for frameworks. */
export type SubmitVerseProperties = Partial<Omit<SubmitVerse, keyof HTMLElement | 'refresh' | `${string}Callback`>>;

/** The events of the element. All of them bubble, also out of the shadow roots around it. */
export interface SubmitVerseEvents {
  /** The player submits the verse in `detail`. Call `preventDefault()` to stop that. */
  'before-submit': CustomEvent<Verse>;
  /**
   * The element shows that the player must sign in: it has no token, or the service or the token
   * function has rejected twice in a row.
   */
  'sign-in-required': CustomEvent<null>;
  /** The element shows another state. */
  'state-change': CustomEvent<{ readonly state: State }>;
  /**
   * The player has chosen the verse in `detail`. While the player types, this may be a verse on the
   * way to the one that is meant, such as Psalm 2:1 before Psalm 23:1.
   */
  'verse-change': CustomEvent<Verse>;
  /** No verse is chosen any more: the field, or the choice by book, no longer names one. */
  'verse-clear': CustomEvent<null>;
  /**
   * The service has accepted the verse. If only the list shows that, the state is `done`, without
   * this event. `detail` is the result of the SDK's `submitVerse`; its `windowText` names the first
   * and the last day of the window that the date is from, in English.
   */
  'verse-submitted': CustomEvent<Scheduled>;
}

declare global {
  interface HTMLElementTagNameMap {
    'submit-verse': SubmitVerse;
  }
  interface HTMLElementEventMap extends SubmitVerseEvents {}
}

/** A server that renders pages imports this module too, and has no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<submit-verse>`: the form in which a player submits a verse, and the list of the player's
 * verses.
 *
 * @slot puzzle - A link to today's puzzle, for players who have not solved it or whose verse it is,
 *   and below the thanks. Players share its address, or else that of the page.
 * @slot sign-in - A link or button to sign in, for players without a valid token.
 * @csspart card - What the player sees first: the heading, the message and what the player can do
 *   about the state.
 * @csspart heading - Every heading. Each is also one of the parts `title`, `today-title`, `list-title`
 *   and `past-title`.
 * @csspart title - The heading of the state.
 * @csspart today-title - The heading of the player's verse that is today's puzzle.
 * @csspart list-title - The heading of the player's verses.
 * @csspart try-again - Sends the verse again, or asks the service again.
 * @csspart message - What the state says below its heading.
 * @csspart button - Every button. The button that submits is also the part `submit`, the others
 *   are one of the parts below.
 * @csspart submit - Submits the verse that is chosen.
 * @csspart another - Gives up a submission that failed.
 * @csspart calendar - Opens what can be done with a date: the choice of calendars and, in the list,
 *   the button that shares it.
 * @csspart calendar-link - A file for a calendar, or the page of one.
 * @csspart past-title - The heading of the player's past verses.
 * @csspart share - Shares the date, and where the puzzle is.
 * @csspart previous - Chooses the previous verse.
 * @csspart next - Chooses the next verse.
 * @csspart surprise - Chooses a well-known verse.
 * @csspart back - Leads back to the verse that was chosen before a surprise.
 * @csspart show-all - Lists all of the player's verses.
 * @csspart find - The field that takes a reference as readers type it.
 * @csspart problem - What is wrong with the typed reference, or which of its verses is chosen.
 * @csspart suggestions - What the typed text may mean.
 * @csspart suggestion - One of these verses or books.
 * @csspart by-book - Shows the three selects.
 * @csspart choice - The three selects with their labels.
 * @csspart field - A select with its label.
 * @csspart label - The label of a field.
 * @csspart select - Every select. Each is also one of the parts `book`, `chapter` and `verse`.
 * @csspart book - The select of the book.
 * @csspart chapter - The select of the chapter.
 * @csspart verse - The select of the verse.
 * @csspart text - The words of the verse.
 * @csspart reference - The reference of the verse.
 * @csspart translation - The name of the translation.
 * @csspart next-free - The next free day for the chosen verse.
 * @csspart details - The request that failed, for whoever asks the operator for help.
 * @csspart verses - The player's verses.
 * @csspart item - One of the player's verses.
 * @csspart date - Its date.
 * @cssprop [--submit-verse-accent=light-dark(#8a1c14, #f2a999)] - The colour of the main button
 *   and of references. It must contrast with the page's background. On a page with light text
 *   and without a `color-scheme`, the second one is the default.
 * @cssprop [--submit-verse-border=1px solid #888] - The border of fields, suggestions and buttons.
 * @cssprop [--submit-verse-error=inherit] - The colour of what is wrong with the typed reference.
 * @cssprop [--submit-verse-field=Canvas] - The background of fields and suggestions.
 * @cssprop [--submit-verse-focus=CanvasText] - The colour of the outline of what has the focus.
 * @cssprop [--submit-verse-font=inherit] - The font of headings and verses.
 * @cssprop [--submit-verse-line=var(--submit-verse-border)] - The border of the thanks, and the rule
 *   above the player's verses.
 * @cssprop [--submit-verse-radius=4px] - The radius of corners.
 * @cssprop [--submit-verse-spacing=1em] - The space between blocks, from which the other spaces
 *   follow.
 */
export class SubmitVerse extends Base {
  static readonly observedAttributes = ['base-url', 'lang', 'text'];

  readonly #view = createView(this.attachShadow({ mode: 'open' }), {
    choose: (verse) => {
      this.#controller?.choose(verse, false);
      if (verse) this.#dispatch('verse-change', verse);
      else this.#dispatch('verse-clear', null);
    },
    findWords: async (typed, signal) => {
      const { findWords } = await loadModule(() => import('./player/find-words.ts'));
      return await findWords(this.#publicClient(), typed, signal);
    },
    submit: (verse) => {
      if (this.#dispatch('before-submit', verse)) void this.#controller?.submit(verse);
    },
    tryAgain: () => void this.#controller?.tryAgain(),
    chooseAnother: () => void this.#controller?.leave(),
  });
  #end = new AbortController();
  #controller: Controller | undefined;
  #later: typeof import('./later.ts') | undefined;
  #wordsOf: ChapterReader | undefined;
  #forecastOf: Forecaster | undefined;
  #facts: Facts = {};
  #state: State | undefined;
  #language: Language | undefined;
  #token: ClientOptions['token'] | undefined;
  #texts: Partial<Texts> = {};
  #bookNames: BookNames = {};
  #readChapter: ReadChapter | undefined;
  readonly #internals = this.attachInternals();

  /**
   * The player's token, or a function that returns it or a promise of it. The element calls the
   * function for each request, and once more after a 401. A function that replaces another takes
   * effect with the next request: call `refresh()` for another player.
   */
  get token(): ClientOptions['token'] | undefined {
    return this.#token;
  }
  set token(token) {
    const replaces = typeof token === 'function' && typeof this.#token === 'function';
    const isNew = token !== this.#token && !replaces;
    this.#token = token;
    if (isNew) void this.#restart();
  }

  /**
   * Texts in another language, by key. Absent ones are in the language of the page if the element
   * has it, and otherwise in English.
   */
  get texts(): Partial<Texts> {
    return this.#texts;
  }
  set texts(texts) {
    const isNew = !areEqual(texts, this.#texts);
    this.#texts = texts;
    if (isNew) void this.#translate();
  }

  /**
   * Names of books in another language, by USFM code: `{ JHN: 'Johannes' }`. Absent ones are as in
   * `texts`.
   */
  get bookNames(): BookNames {
    return this.#bookNames;
  }
  set bookNames(bookNames) {
    const isNew = !areEqual(bookNames, this.#bookNames);
    this.#bookNames = bookNames;
    if (isNew) void this.#translate();
  }

  /**
   * The URL of the service, as the attribute `base-url` has it. Empty for the page's own origin.
   */
  get baseUrl(): string {
    return this.getAttribute('base-url') ?? '';
  }
  set baseUrl(baseUrl) {
    this.setAttribute('base-url', baseUrl);
  }

  /**
   * A function that reads a chapter of the site's own translation. By default, the service's text.
   * It takes effect with the next chapter.
   *
   * @example
   * ```ts
   * element.readChapter = async (bookId, chapter, { signal }) => {
   *   const response = await fetch(`/bible/${bookId}/${chapter}.json`, { signal });
   *   return { translation: 'LSG', verses: await response.json() };
   * };
   * ```
   */
  get readChapter(): ReadChapter | undefined {
    return this.#readChapter;
  }
  set readChapter(readChapter) {
    this.#readChapter = readChapter;
  }

  /**
   * The verse that is chosen. Setting it dispatches neither `verse-change` nor `verse-clear`.
   *
   * @throws RangeError when it is set to a verse that does not exist
   */
  get value(): Verse | undefined {
    return this.#facts.choice;
  }
  set value(value) {
    if (value !== undefined && !exists(value)) throw new RangeError(`There is no verse ${JSON.stringify(value)}`);
    this.#facts = { ...this.#facts, choice: value, isPreset: true };
    this.#controller?.choose(value, true);
  }

  /**
   * Asks the service again what the player can do, and for the player's verses. It also looks again
   * for the language, which it follows by itself on `<html>` and on the element.
   */
  async refresh(): Promise<void> {
    await Promise.all([this.#translate(), this.#controller?.refresh()]);
  }

  connectedCallback(): void {
    // Properties that the page set before the element was defined hide the accessors.
    const own = { ...this };
    for (const name of Object.keys(own)) delete this[name as never];
    Object.assign(this, own);
    void this.#restart();
  }

  disconnectedCallback(): void {
    this.#end.abort();
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (value === old) return;
    if (name === 'base-url') void this.#restart();
    else if (name === 'lang') void this.#translate();
    else this.#render();
  }

  /** Starts again, once for all changes of the page in one task. */
  async #restart(): Promise<void> {
    this.#end.abort();
    this.#end = new AbortController();
    const { signal } = this.#end;
    await scriptsOfPage();
    if (signal.aborted || !this.isConnected) return;

    const { choice, isPreset } = this.#facts;
    const token = typeof this.#token === 'function' ? () => (this.#token as () => string)() : this.#token;
    this.#controller = startController(
      // What another player has chosen is chosen no more.
      { baseUrl: this.baseUrl, token, isOnline: () => navigator.onLine, preset: isPreset ? choice : undefined },
      signal,
      (facts) => {
        this.#facts = facts;
        this.#render();
      },
      (result) => this.#dispatch('verse-submitted', result),
      () => this.#restart(),
    );
    this.#wordsOf = this.#forecastOf = undefined;
    // The player may come back from the puzzle, or after the cooldown.
    document.addEventListener('visibilitychange', () => document.hidden || void this.refresh(), { signal });
    window.addEventListener(
      'online',
      () => {
        this.#render(); // loads what could not be loaded
        if (this.#facts.problem) void this.refresh();
      },
      { signal },
    );
    onPageLanguage(() => void this.#translate(), signal);
    await this.#translate();
  }

  /** For what needs no token. */
  #publicClient(): Client {
    return createClient({ baseUrl: this.baseUrl, token: '', timeout: timeLimit });
  }

  #chapterReader(): ReadChapter {
    const client = this.#publicClient();
    return async (bookId, chapter, options) => {
      if (this.#readChapter !== undefined) return await this.#readChapter(bookId, chapter, options);
      const result = await client.getChapter({ bookId, chapter }, options);
      return result.status === 200 ? { ...result, lang: 'en' } : { verses: [] };
    };
  }

  async #readWords({ bookId, chapter, verse }: Verse): Promise<string> {
    if (this.getAttribute('text') === 'off') return '';
    const { verses } = await this.#chapterReader()(bookId, chapter, { signal: this.#end.signal });
    return verses[verse - 1] ?? '';
  }

  /** Loads what a chosen verse needs: its words and its day. */
  async #loadLater(): Promise<void> {
    const { signal } = this.#end;
    const later = await loadModule(() => import('./later.ts')).catch(() => undefined); // the next change tries again
    const controller = this.#controller;
    if (signal.aborted || !later || !controller || this.#forecastOf) return;
    const render = () => this.#render();
    this.#later = later;
    this.#wordsOf = later.createChapterReader(this.#chapterReader(), signal, render);
    this.#forecastOf = later.createForecaster(controller.nextFreeDate, signal, render);
    render();
  }

  async #translate(): Promise<void> {
    const tag = tagOf(this);
    const known = await loadLanguage(tag);
    if (tag !== tagOf(this)) return; // it has changed meanwhile, and a later call knows
    // English in a page of another language: its words, names and dates stay together.
    const own = known || !tag || tag.split('-')[0] === 'en' ? undefined : this.#texts;
    const isForeign = own !== undefined && areEqual(own, {});
    const language = {
      texts: { ...english, ...known?.texts, ...this.#texts },
      bookNames: { ...known?.bookNames, ...this.#bookNames },
      tag: isForeign ? 'en' : tag,
      isForeign,
      own,
    };
    if (!areEqual(language, this.#language ?? {})) this.#language = language;
    this.#render();
  }

  /** The page's own address without what may be about the player. */
  #puzzleUrl(): string {
    const link = this.querySelector<HTMLAnchorElement>('a[slot=puzzle], [slot=puzzle] a');
    return link?.href || location.origin + location.pathname;
  }

  #render(): void {
    const facts = this.#facts;
    if (this.#language === undefined || facts.signedIn === undefined) return;
    const state = stateOf(facts);
    if (facts.signedIn && !this.#forecastOf) void this.#loadLater();
    this.#view.render({
      later: this.#later,
      language: this.#language,
      facts,
      forecast: this.#forecastOf?.(state === 'open' ? facts.choice : undefined, facts.eligibility?.nextFreeDate),
      site: { url: this.#puzzleUrl(), readWords: (verse) => this.#readWords(verse) },
      wordsOf: (verse) => (this.getAttribute('text') === 'off' ? { text: '' } : this.#wordsOf?.(verse)),
    });
    try {
      const { states } = this.#internals;
      states.clear();
      states.add(state);
      if (isOnDark(this)) states.add('dark');
    } catch {
      // Browsers of before 2024 have no such states.
    }
    if (state === this.#state) return;
    this.#state = state;
    this.#dispatch('state-change', { state });
    if (state === 'signIn') this.#dispatch('sign-in-required', null);
  }

  #dispatch<Type extends keyof SubmitVerseEvents>(type: Type, detail: SubmitVerseEvents[Type]['detail']): boolean {
    const cancelable = type === 'before-submit';
    return this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
  }
}

/**
 * Waits until the page's scripts have run, of which one may set the token after another has defined
 * the element.
 */
async function scriptsOfPage(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.domContentLoadedEventStart !== 0) return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

function areEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
