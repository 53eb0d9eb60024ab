import { create } from './dom.js';
import { dateText, instantText, type Language, referenceTo, translate, type Verse } from './language.js';
import type { Facts, State } from './state.js';
import { styles } from './styles.js';
import { fill } from './texts.js';
import { createVersePicker } from './verse-picker.js';

export interface View {
  /** The verse that the player has chosen. */
  chosen(): Verse;
  /** Shows a state. If the focus is in the element, it moves to the heading of a new state. */
  render(state: State, facts: Facts): void;
}

/**
 * Replaces the content of the element, by DOM elements and text.
 *
 * @param initial the verse that is chosen at first
 */
export function createView(
  root: ShadowRoot,
  language: Language,
  initial: Verse,
  onChange: () => void,
  onSubmit: () => void,
): View {
  const { texts } = language;
  let shown: State | undefined;
  let heading = create('h2', {});
  const message = create('div', { part: 'message', role: 'status' });
  const puzzle = create('slot', { name: 'puzzle' });
  const choice = createVersePicker(language, initial, () => {
    writeChoice();
    onChange();
  });
  const display = create('p', { part: 'reference' });
  const button = create('button', { part: 'button' });
  const form = create('form', {}, display, choice.element, button);
  const verses = create('section', { part: 'verses' });
  root.adoptedStyleSheets = [styles];
  root.replaceChildren(heading, message, puzzle, form, verses);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    heading.focus(); // not every browser gives a clicked button the focus
    onSubmit();
  });

  function writeChoice(): void {
    const chosen = referenceTo(choice.chosen(), language);
    display.textContent = chosen;
    button.replaceChildren(...fill(texts.submit, { reference: isolate(chosen) }));
  }

  return {
    chosen: choice.chosen,
    render(state, facts) {
      verses.replaceChildren(create('h3', { part: 'heading' }, texts.yourVerses), versesOf(facts, language));
      if (state === shown) return;
      const hadFocus = root.activeElement !== null;
      shown = state;

      const mayRetry = state === 'failed' || state === 'noResponse';
      form.hidden = !(mayRetry || state === 'open' || state === 'sending');
      choice.element.hidden = display.hidden = mayRetry;
      choice.element.disabled = button.disabled = state === 'sending';
      writeChoice();
      if (mayRetry) button.textContent = texts.tryAgain;
      puzzle.hidden = state !== 'notSolved';
      message.replaceChildren(...messageOf(state, facts, language));

      // A new element, since a screen reader does not read one again that already has the focus.
      const reference = referenceTo(facts.pending?.request ?? choice.chosen(), language);
      const next = create('h2', { part: 'heading' }, ...fill(texts[state], { reference: isolate(reference) }));
      next.tabIndex = -1;
      heading.replaceWith(next);
      heading = next;
      if (hadFocus) heading.focus();
    },
  };
}

/** What a state says below its heading. */
function messageOf(state: State, { eligibility, pending, scheduled }: Facts, language: Language): Node[] {
  const { texts } = language;
  const { cooldownEndsAt } = eligibility ?? {};
  if (state === 'cooldown' && cooldownEndsAt) {
    const time = create('time', { dateTime: cooldownEndsAt }, instantText(cooldownEndsAt, language));
    return [paragraph(texts.cooldownEnds, { time })];
  }
  if (scheduled) {
    const reference = isolate(translate(scheduled.reference, language));
    const date = dateOf(scheduled, language);
    return [paragraph(texts.scheduled, { reference, date })];
  }
  if ((state === 'failed' || state === 'noResponse') && pending) {
    return [paragraph(texts.notTwice, { reference: isolate(referenceTo(pending.request, language)) })];
  }
  return [];
}

function versesOf({ submissions }: Facts, language: Language): Node {
  if (!submissions?.length) return paragraph(submissions ? language.texts.noVerses : '…');
  const items = submissions.map((submission) =>
    create('li', {}, isolate(translate(submission.reference, language)), ' ', dateOf(submission, language)),
  );
  return create('ul', {}, ...items);
}

function dateOf({ scheduledDate }: { readonly scheduledDate: string }, language: Language): Node {
  return create('time', { dateTime: scheduledDate }, dateText(scheduledDate, language));
}

function paragraph(text: string, values: Readonly<Record<string, Node>> = {}): Node {
  return create('p', {}, ...fill(text, values));
}

/** Keeps a text in one piece within a text of the other direction. */
function isolate(text: string): HTMLElement {
  return create('bdi', {}, text);
}
