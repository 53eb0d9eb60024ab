import { adjacentVerse } from './adjacent-verse.ts';
import { create, createButton, isolate, write } from './dom.ts';
import type { FoundVerse } from './find-words.ts';
import { referenceTo, type Verse } from './language.ts';
import { headingOf, type Line, messageOf } from './message.ts';
import type { Model } from './model.ts';
import type { PlayerVerses } from './player-verses.ts';
import { createPress } from './press.ts';
import { type State, stateOf } from './state.ts';
import { adoptStyles, css } from './styles.ts';
import { fill } from './texts.ts';
import { tools } from './tools.ts';
import { createVerseFinder } from './verse-finder.ts';
import { createVersePicker } from './verse-picker.ts';
import { createVerseText } from './verse-text.ts';

/** What the player can do. */
interface Actions {
  choose(verse: Verse): void;
  /** Finds verses by their words. */
  findWords(typed: string, signal: AbortSignal): Promise<readonly FoundVerse[]>;
  submit(verse: Verse): void;
  tryAgain(): void;
  /** Gives up the pending submission. */
  chooseAnother(): void;
}

interface View {
  /**
   * Shows the model, after a press if a button is pressed. Elements stay as they are where nothing
   * changes; if the focus is in the element, it moves to the heading of a new state.
   */
  render(model: Model): void;
}

/** Fills the element, by DOM elements and text. */
export function createView(root: ShadowRoot, actions: Actions): View {
  let heading = create('h2');
  let shown = '';
  let shownState: State | undefined;
  const message = create('div', { part: 'message' });
  // The heading is in the live region, too: it is what changes.
  const status = create('div', { role: 'status' }, heading, message);
  const scheduledText = createVerseText();
  const puzzle = create('slot', { name: 'puzzle' });
  const signIn = create('slot', { name: 'sign-in' });
  const tryAgain = createButton('button try-again', () => {
    heading.focus(); // not every browser gives a clicked button the focus
    actions.tryAgain();
  });
  const another = createButton('button another', () => {
    heading.focus();
    actions.chooseAnother();
  });
  const dateActions = create('div');
  const buttons = create('div', { className: 'row' }, tryAgain, another);
  const card = create('div', { part: 'card' }, status, scheduledText.element, puzzle, signIn, buttons, dateActions);

  const afterPress = createPress(root);
  const picker = createVersePicker(actions.choose);
  const byBook = create('summary', { part: 'by-book' });
  const choice = create('details', {}, byBook, picker.element);
  const finder = createVerseFinder(
    actions.choose,
    actions.findWords,
    () => {
      choice.open = true;
    },
    afterPress,
  );
  let chosen: Verse | undefined;
  const [previous, next] = ([-1, 1] as const).map((step) =>
    createButton(`button ${step === 1 ? 'next' : 'previous'}`, () => {
      const adjacent = chosen && adjacentVerse(chosen, step);
      if (adjacent !== undefined) actions.choose(adjacent);
    }),
  ) as [HTMLButtonElement, HTMLButtonElement];
  const beside = create('div', { className: 'row' }, previous, next);
  const chosenText = createVerseText();
  chosenText.element.ariaLive = 'polite';
  const submit = create('button', { part: 'button submit' });
  const form = create('form', {}, finder.element, chosenText.element, beside, choice, submit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (chosen !== undefined) actions.submit(chosen); // the verse that the button names
    if (submit.disabled) heading.focus(); // it was sent; not every browser gives a clicked button the focus
  });

  let verses: PlayerVerses | undefined;
  adoptStyles(root, css);
  root.replaceChildren(card, form);

  /** Loads the list of verses and the actions of a date, which are not needed for the form. */
  async function loadVerses(): Promise<void> {
    if (verses !== undefined) return;
    try {
      const { createPlayerVerses } = await import('./player-verses.ts');
      verses ??= createPlayerVerses(root, dateActions, tools);
    } catch {
      return; // the next change tries again
    }
    afterPress(showLatest);
  }

  function renderForm({ language, verse, wordsOf, facts }: Model): void {
    const { texts } = language;
    const isSending = facts.sending === true;
    chosen = verse;
    finder.render(language, verse);
    write(byBook, texts.byBook);
    finder.element.inert = isSending;
    picker.render(language, verse);
    picker.element.disabled = isSending;
    chosenText.render(language, verse, verse && wordsOf(verse));
    write(previous, texts.previous);
    write(next, texts.next);
    previous.disabled = !verse || adjacentVerse(verse, -1) === undefined;
    next.disabled = !verse || adjacentVerse(verse, 1) === undefined;
    beside.hidden = verse === undefined;
    beside.inert = isSending;
    submit.disabled = isSending || verse === undefined;
    submit.ariaBusy = String(isSending);
    const reference = verse && isolate(referenceTo(verse, language));
    write(submit, ...(reference ? fill(isSending ? texts.sending : texts.submit, { reference }) : [texts.submitNone]));
  }

  function show(model: Model): void {
    const { language, facts, verse, wordsOf } = model;
    const { texts } = language;
    const state = stateOf(facts);
    const hasProblem = state === 'failed' || state === 'noResponse' || state === 'offline';

    if (facts.signedIn) void loadVerses();
    for (const part of root.children) {
      if (language.isForeign) Object.assign(part, { lang: 'en', dir: 'ltr' });
      else for (const name of ['lang', 'dir']) part.removeAttribute(name);
    }
    card.className = state;
    form.hidden = state !== 'open' && state !== 'sending';
    if (!form.hidden) renderForm(model);
    scheduledText.render(language, facts.scheduled, facts.scheduled && wordsOf(facts.scheduled));
    scheduledText.element.hidden = state !== 'done';
    puzzle.hidden = state !== 'notSolved';
    signIn.hidden = state !== 'signIn';
    tryAgain.hidden = !hasProblem;
    write(tryAgain, texts.tryAgain);
    another.hidden = !hasProblem || facts.pending === undefined;
    write(another, texts.anotherVerse);
    verses?.render(model, state);

    // Screen readers read what changes: the same words stay untouched.
    const subject = facts.scheduled ?? facts.pending?.request ?? verse;
    const title = fill(headingOf(state, facts, language), {
      reference: subject ? isolate(referenceTo(subject, language)) : '',
    });
    const text = create('h2', { part: 'heading title' }, ...title);
    const lines = messageOf(state, facts, language).map(paragraph);
    const now = [state, text.textContent, ...lines.map(({ textContent }) => textContent)].join('\n');
    if (now === shown) return;
    shown = now;
    // A new element, since a screen reader does not read one again that already has the focus.
    const hadFocus = root.activeElement !== null;
    const isNewState = shownState !== state;
    shownState = state;
    text.tabIndex = -1;
    heading.replaceWith(text);
    heading = text;
    message.replaceChildren(...lines);
    if (hadFocus && isNewState) heading.focus();
  }

  let latest: Model;
  const showLatest = () => show(latest);
  return {
    render(model) {
      latest = model;
      afterPress(showLatest);
    },
  };
}

function paragraph(line: Line): HTMLElement {
  const nodes = line.map((part) => {
    if (typeof part === 'string') return part;
    const { text, dateTime } = part;
    return dateTime === undefined ? isolate(text) : create('time', { dateTime }, text);
  });
  return create('p', {}, ...nodes);
}
