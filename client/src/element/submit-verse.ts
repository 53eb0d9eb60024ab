import type { ClientOptions } from '../index.js';
import { startController } from './controller.js';
import { type BookNames, tagOf, type Verse } from './language.js';
import type { Scheduled } from './state.js';
import { english, type Texts } from './texts.js';

declare global {
  interface HTMLElementTagNameMap {
    'submit-verse': SubmitVerse;
  }
  interface HTMLElementEventMap {
    'verse-change': CustomEvent<Verse>;
    'verse-submitted': CustomEvent<Scheduled>;
  }
}

/** `<submit-verse>`: the form in which a player submits a verse, and the list of the player's verses. */
export class SubmitVerse extends HTMLElement {
  static readonly observedAttributes = ['base-url'];

  readonly #root = this.attachShadow({ mode: 'open' });
  #end = new AbortController();
  #token: ClientOptions['token'] | undefined;
  #texts: Partial<Texts> = {};
  #bookNames: BookNames = {};
  #verse: Verse = { bookId: 'GEN', chapter: 1, verse: 1 };

  /** The player's token, or a function that returns it for each request. Without a token, the element asks the player to sign in. */
  get token(): ClientOptions['token'] | undefined {
    return this.#token;
  }
  set token(token) {
    this.#token = token;
    this.#start();
  }

  /** Texts in another language. Absent ones are in English. */
  get texts(): Partial<Texts> {
    return this.#texts;
  }
  set texts(texts) {
    this.#texts = texts;
    this.#start();
  }

  /** Names of books in another language, by USFM code. Absent ones are in English. */
  get bookNames(): BookNames {
    return this.#bookNames;
  }
  set bookNames(bookNames) {
    this.#bookNames = bookNames;
    this.#start();
  }

  connectedCallback(): void {
    // Properties that the page set before the element was defined hide the accessors.
    const own = { ...this };
    for (const name of Object.keys(own)) delete this[name as never];
    Object.assign(this, own);
    this.#start();
  }

  disconnectedCallback(): void {
    this.#end.abort();
  }

  attributeChangedCallback(): void {
    this.#start();
  }

  /** Starts again, once for all changes of the page in one task. */
  async #start(): Promise<void> {
    this.#end.abort();
    this.#end = new AbortController();
    const { signal } = this.#end;
    await undefined;
    if (signal.aborted || !this.isConnected) return;
    const language = { texts: { ...english, ...this.#texts }, bookNames: this.#bookNames, tag: tagOf(this) };
    const service = { baseUrl: this.getAttribute('base-url') ?? '', token: this.#token };
    startController(this.#root, service, language, this.#verse, signal, (type, detail) => {
      if (type === 'verse-change') this.#verse = detail as Verse;
      this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    });
  }
}
