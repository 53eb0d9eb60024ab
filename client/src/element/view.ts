import { create, createButton, isolate, write } from './dom/create.ts';
import { createPress } from './dom/press.ts';
import { adoptStyles, css } from './dom/styles.ts';
import { tools } from './dom/tools.ts';
import type { Model, Part } from './parts/model.ts';
import { createVerseFinder } from './parts/verse-finder.ts';
import type { FoundVerse } from './player/find-words.ts';
import { dateOf, headingOf, type Line, messageOf, verseOfToday } from './player/message.ts';
import { type State, stateOf } from './player/state.ts';
import { fill } from './words/fill.ts';
import { languageOf, referenceOf, referenceTo, type Verse } from './words/language.ts';

interface Actions {
  choose(verse: Verse | undefined): void;
  findWords(typed: string, signal: AbortSignal): Promise<readonly FoundVerse[]>;
  submit(verse: Verse): void;
  tryAgain(): void;
  /** Gives up the pending submission. */
  chooseAnother(): void;
}

/** Fills the element, by DOM elements and text. */
export function createView(root: ShadowRoot, actions: Actions) {
  let heading = create('h2');
  let shownLines = '';
  let shownState: State | undefined;
  const message = create('div', { part: 'message' });
  const puzzle = create('slot', { name: 'puzzle' });
  const todayHeading = create('h2', { part: 'heading today-title' });
  const today = create('div', {}, todayHeading);
  // The headings are in the live region, too: they are what changes.
  const status = create('div', { role: 'status' }, today, heading, message);
  const thanks = create('figure');
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
  const detailsLabel = create('summary', { className: 'quiet' });
  const requestId = create('p');
  const details = create('details', { part: 'details' }, detailsLabel, requestId);
  const buttons = create('div', { className: 'row' }, tryAgain, another);
  const card = create('div', { part: 'card' }, status, thanks, signIn, buttons, details, dateActions, puzzle);

  const afterPress = createPress(root);
  const selects = create('fieldset', { part: 'choice' });
  const byBook = createButton('button by-book', () => openSelects(selects.hidden === true));
  byBook.className = 'quiet';
  function openSelects(isOpen: boolean): void {
    selects.hidden = !isOpen;
    byBook.ariaExpanded = String(isOpen);
  }
  openSelects(false);
  /** What is on show, which is what a press means. */
  let shownModel: Model | undefined;
  const chosen = create('figure');
  thanks.hidden = chosen.hidden = true;
  const openByBook = () => openSelects(true);
  const finder = createVerseFinder(actions.choose, actions.findWords, openByBook, afterPress, byBook);
  // A frame without `allow-forms` submits no form, and Enter in the field must not.
  const submit = createButton('button submit', () => {
    const verse = shownModel?.facts.choice;
    if (verse !== undefined) actions.submit(verse);
    if (submit.disabled) heading.focus(); // it was sent; not every browser gives a clicked button the focus
  });
  const form = create('form', {}, finder.element, selects, chosen, submit);
  form.addEventListener('submit', (event) => event.preventDefault());

  let parts: readonly Part[] = [];
  adoptStyles(root, css);
  root.replaceChildren(card, form);

  function renderForm({ language, facts }: Model): void {
    const { texts } = language;
    const verse = facts.choice;
    const isSending = facts.sending === true;
    finder.render(language, verse);
    write(byBook, texts.byBook);
    finder.element.inert = isSending;
    selects.disabled = isSending;
    submit.disabled = isSending || verse === undefined;
    submit.ariaBusy = String(isSending);
    const reference = verse && isolate(referenceTo(verse, language));
    write(submit, ...(reference ? fill(isSending ? texts.sending : texts.submit, { reference }) : [texts.submitNone]));
  }

  function show(model: Model): void {
    shownModel = model;
    const { language, facts, later } = model;
    const { texts } = language;
    const state = stateOf(facts);
    const hasProblem = state === 'failed' || state === 'noResponse' || state === 'offline';

    if (later && parts.length === 0) {
      parts = [
        later.createVersePicker(selects, actions.choose, tools),
        later.createChosenVerse(chosen, actions.choose, tools),
        later.createPlayerVerses(root, thanks, dateActions, tools),
      ];
    }
    for (const part of root.children) {
      if (language.isForeign) Object.assign(part, { lang: 'en', dir: 'ltr' });
      else for (const name of ['lang', 'dir']) part.removeAttribute(name);
    }
    card.className = state;
    form.hidden = state !== 'open' && state !== 'sending';
    if (!form.hidden) renderForm(model);
    const ofToday = state === 'signIn' || state === 'done' ? undefined : verseOfToday(facts);
    today.hidden = ofToday === undefined;
    if (ofToday) write(todayHeading, ...fill(texts.today, { reference: isolate(referenceOf(ofToday, language)) }));
    const place = ofToday ? today : card;
    if (puzzle.parentElement !== place) place.append(puzzle);
    puzzle.hidden = !ofToday && state !== 'notSolved' && state !== 'done';
    signIn.hidden = state !== 'signIn';
    buttons.hidden = !hasProblem;
    write(tryAgain, texts.tryAgain);
    another.hidden = facts.pending === undefined;
    write(another, texts.anotherVerse);
    details.hidden = !facts.problem?.requestId;
    write(detailsLabel, texts.details);
    write(requestId, ...fill(texts.requestId, { id: isolate(facts.problem?.requestId ?? '') }));
    for (const part of parts) part.render(model, state);

    // Screen readers read what changes: the same words stay untouched.
    const subject = facts.scheduled ?? facts.pending?.request ?? facts.choice;
    const title = fill(headingOf(state, facts, language), {
      reference: subject ? isolate(referenceTo(subject, language)) : '',
      date: facts.scheduled ? nodeOf(dateOf(facts.scheduled.scheduledDate, languageOf('done', language))) : '',
    });
    const text = create('h2', { part: 'heading title' }, ...title);
    const lines = messageOf(state, facts, language).map((line) => create('p', {}, ...nodesOf(line)));
    const said = lines.map(({ textContent }) => textContent).join('\n');
    if (said !== shownLines) message.replaceChildren(...lines);
    shownLines = said;
    if (state === shownState && text.textContent === heading.textContent) return;
    // A new element, since a screen reader does not read one again that already has the focus.
    const { activeElement } = root;
    const isRead = activeElement !== null && (activeElement === heading || state !== shownState);
    shownState = state;
    text.tabIndex = -1;
    heading.replaceWith(text);
    heading = text;
    if (isRead) heading.focus();
  }

  let latest: Model;
  const showLatest = () => show(latest);
  return {
    /**
     * Shows the model, after a press if a button is pressed. Elements stay as they are where nothing
     * changes; if the focus is in the element, it moves to the heading of a new state.
     */
    render(model: Model): void {
      latest = model;
      afterPress(showLatest);
    },
  };
}

function nodesOf(line: Line): (Node | string)[] {
  return line.map((part) => (typeof part === 'string' ? part : nodeOf(part)));
}

function nodeOf({ text, dateTime }: Exclude<Line[number], string>): Node {
  return dateTime === undefined ? isolate(text) : create('time', { dateTime }, text);
}
