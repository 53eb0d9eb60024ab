/**
 * Shows `<submit-verse>` in each of its states, and takes values for its custom properties. This is
 * the element's own view, with facts that are made up, so nobody signs in and nothing is submitted.
 */
import manifest from '../custom-elements.json' with { type: 'json' };
import { create, createButton, write } from '../src/element/dom/create.ts';
import { isOnDark } from '../src/element/dom/styles.ts';
import type { ReadChapter } from '../src/element/player/chapter-reader.ts';
import { findWords } from '../src/element/player/find-words.ts';
import type { Facts, State } from '../src/element/player/state.ts';
import type { Submission } from '../src/element/player/submission.ts';
import { createView } from '../src/element/view.ts';
import type { Verse } from '../src/element/words/language.ts';
import { english } from '../src/element/words/texts.ts';
import { createClient, localDate } from '../src/index.ts';

const laterParts = await import('../src/element/later.ts');
const client = createClient({ baseUrl: '', token: '' });
const language = { texts: english, bookNames: {}, tag: 'en' };
const readChapter: ReadChapter = async (bookId, chapter, options) => {
  const result = await client.getChapter({ bookId, chapter }, options);
  return result.status === 200 ? { ...result, lang: 'en' } : { verses: [] };
};
const john316: Verse = { bookId: 'JHN', chapter: 3, verse: 16 };

const later = (days: number) => new Date(Date.now() + days * 86_400_000);
const eligibility: NonNullable<Facts['eligibility']> = {
  status: 200,
  requestId: null,
  maySubmit: true,
  solvedToday: true,
  accepting: true,
  nextFreeDate: localDate(later(7)),
};
const submission = (days: number, verse: number): Submission => ({
  bookId: 'PSA',
  chapter: 23,
  verse,
  reference: `Psalm 23:${verse}`,
  scheduledDate: localDate(later(days)),
  submittedAt: later(days - 20).toISOString(),
});
const signedIn: Facts = { signedIn: true, eligibility, submissions: [submission(12, 1), submission(-5, 4)] };
const pending = { idempotencyKey: '', request: { ...john316, localDate: localDate() }, sentAt: 0 };

const forecast = { date: localDate(later(9)) };

const states: Readonly<Record<State, Facts>> = {
  open: { ...signedIn, choice: john316 },
  sending: { ...signedIn, choice: john316, sending: true, pending },
  done: { ...signedIn, scheduled: { ...john316, scheduledDate: localDate(later(7)) } },
  cooldown: { ...signedIn, eligibility: { ...eligibility, cooldownEndsAt: later(6).toISOString() } },
  notSolved: { ...signedIn, eligibility: { ...eligibility, solvedToday: false } },
  full: { ...signedIn, eligibility: { ...eligibility, accepting: false, acceptingFrom: later(2).toISOString() } },
  signIn: { signedIn: false },
  loading: { signedIn: true },
  failed: { ...signedIn, pending, problem: { kind: 'failed', requestId: '3af97ddf-bec0-4724-ae71-81676fedea05' } },
  noResponse: { ...signedIn, pending, problem: { kind: 'noResponse' } },
  offline: { ...signedIn, pending, problem: { kind: 'offline' } },
};

/** Shows a state. The verse can be changed, but not submitted. */
class Specimen extends HTMLElement {
  readonly render: () => void;

  constructor(state: State) {
    super();
    let facts = states[state];
    const { states: cssStates } = this.attachInternals();
    cssStates.add(state);
    const wordsOf = laterParts.createChapterReader(readChapter, new AbortController().signal, () => this.render());
    const view = createView(this.attachShadow({ mode: 'open' }), {
      choose: (choice: Verse | undefined) => {
        facts = { ...facts, choice };
        this.render();
      },
      findWords: (typed, signal) => findWords(client, typed, signal),
      submit() {},
      tryAgain() {},
      chooseAnother() {},
    });
    this.render = () => {
      if (isOnDark(this)) cssStates.add('dark');
      else cssStates.delete('dark');
      const site = { url: location.origin, readWords: async () => '' };
      view.render({ later: laterParts, language, facts, forecast, site, wordsOf });
    };
    for (const [slot, text] of [
      ['puzzle', 'Today’s puzzle'],
      ['sign-in', 'Sign in'],
    ] as const) {
      this.append(create('a', { slot, href: '#stage' }, text));
    }
  }
}
customElements.define('submit-verse', Specimen);

const stage = document.querySelector('#stage') as HTMLElement;
const specimens = Object.keys(states).map((state) => new Specimen(state as State));
stage.append(
  ...specimens.map((specimen, index) => {
    const name = create('code', {}, `:state(${Object.keys(states)[index]})`);
    return create('section', {}, create('p', {}, name), specimen);
  }),
);

const form = document.querySelector('form') as HTMLFormElement;
const css = document.querySelector('pre') as HTMLElement;
const copy = createButton('', async () => {
  await navigator.clipboard.writeText(css.textContent);
  write(copy, 'Copied');
});
copy.hidden = !navigator.clipboard; // where the page comes without HTTPS
css.after(copy);

function field(name: string, example: string, about: string): HTMLElement {
  const input = create('input', { id: name, name, placeholder: example, spellcheck: false });
  input.setAttribute('aria-describedby', `${name}-about`);
  const description = create('small', { id: `${name}-about` }, about.replaceAll('`', ''));
  return create('div', {}, create('label', { htmlFor: name }, name), input, description);
}

const properties = manifest.modules[0]?.declarations[0]?.cssProperties ?? [];
document
  .querySelector('#properties')
  ?.append(...properties.map(({ name, default: value, description }) => field(name, value, description)));
document
  .querySelector('#surroundings')
  ?.append(
    field('color', 'CanvasText', 'The colour of text.'),
    field('background', 'Canvas', 'The background.'),
    field('font', '16px / 1.5 sans-serif', 'The font.'),
    field('color-scheme', 'light dark', 'Whether the page is light, dark, or as the reader prefers.'),
  );

function apply(): void {
  for (const { name, value } of form.querySelectorAll('input')) stage.style.setProperty(name, value);
  const lines = properties.flatMap(({ name }) => {
    const { value } = form.elements.namedItem(name) as HTMLInputElement;
    return value.trim() === '' ? [] : [`  ${name}: ${value.trim()};\n`];
  });
  write(css, `submit-verse {\n${lines.join('')}}`);
  write(copy, 'Copy');
  for (const specimen of specimens) specimen.render();
}
form.addEventListener('input', apply);
apply();
