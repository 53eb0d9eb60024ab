import { localDate } from '../index.ts';
import { dateText } from './dates.ts';
import { create, createButton, isolate } from './dom.ts';
import { type Language, referenceOf } from './language.ts';
import type { Facts, Submission } from './state.ts';
import { fill } from './texts.ts';

/** How many verses are listed at first. */
const few = 10;

/** The player's verses: coming ones, the next one first, then past ones, the latest first. */
export interface PlayerVerses {
  readonly element: HTMLElement;
  render(language: Language, facts: Facts): void;
}

export function createPlayerVerses(): PlayerVerses {
  const heading = create('h3', { part: 'heading' });
  const message = create('p');
  const list = create('ul');
  let showsAll = false;
  const showAll = createButton('button show-all', () => {
    showsAll = true;
    render();
    list.querySelectorAll('li')[few]?.focus(); // the button is gone
  });
  const element = create('section', { part: 'verses' }, heading, message, list, showAll);
  let render = () => {};
  let shown = '';
  let shownLanguage: Language | undefined;

  return {
    element,
    render(language, { signedIn, submissions, listFailed }) {
      const { texts } = language;
      render = () => {
        // The items stay as they are, with the focus in them, where nothing changes.
        const next = JSON.stringify([signedIn, submissions, listFailed, showsAll]);
        if (next === shown && language === shownLanguage) return;
        [shown, shownLanguage] = [next, language];
        element.hidden = !signedIn || (submissions === undefined && !listFailed);
        heading.textContent = texts.yourVerses;
        message.textContent = listFailed ? texts.versesFailed : texts.noVerses;
        message.hidden = !listFailed && submissions?.length !== 0;
        const verses = listFailed ? [] : sorted(submissions ?? []);
        list.hidden = verses.length === 0;
        list.replaceChildren(...verses.slice(0, showsAll ? undefined : few).map((verse) => itemOf(verse, language)));
        showAll.hidden = showsAll || verses.length <= few;
        showAll.replaceChildren(...fill(texts.showAll, { count: String(verses.length) }));
      };
      render();
    },
  };
}

function sorted(submissions: readonly Submission[]): Submission[] {
  const today = localDate();
  const coming = submissions.filter(({ scheduledDate }) => scheduledDate >= today);
  const past = submissions.filter(({ scheduledDate }) => scheduledDate < today);
  return [
    ...coming.sort((a, b) => a.scheduledDate.localeCompare(b.scheduledDate)),
    ...past.sort((a, b) => b.scheduledDate.localeCompare(a.scheduledDate)),
  ];
}

function itemOf(submission: Submission, language: Language): HTMLElement {
  const { scheduledDate } = submission;
  const item = create(
    'li',
    { part: 'item' },
    isolate(referenceOf(submission, language)),
    ' ',
    create('time', { part: 'date', dateTime: scheduledDate }, dateText(scheduledDate, language)),
  );
  item.tabIndex = -1;
  return item;
}
