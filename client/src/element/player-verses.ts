import { localDate } from '../index.ts';
import { createDateActions } from './date-actions.ts';
import { dateText } from './dates.ts';
import { create, createButton, isolate } from './dom.ts';
import { type Language, referenceOf } from './language.ts';
import type { Model } from './model.ts';
import type { Submission, WithdrawnSubmission } from './submission.ts';
import { fill } from './texts.ts';

/** How many verses are listed at first. */
const few = 10;

/** The player's verses: coming ones, the next one first, then past ones, the latest first. */
export interface PlayerVerses {
  readonly element: HTMLElement;
  render(model: Model): void;
}

export function createPlayerVerses(): PlayerVerses {
  const heading = create('h3', { part: 'heading list-title' });
  const message = create('p');
  const coming = create('ul');
  const pastHeading = create('h4', { part: 'heading past-title' });
  const past = create('ul');
  let showsAll = false;
  const showAll = createButton('button show-all', () => {
    showsAll = true;
    render();
    element.querySelectorAll('li')[few]?.focus(); // the button is gone
  });
  const element = create('section', { part: 'verses' }, heading, message, coming, pastHeading, past, showAll);
  let render = () => {};
  let shown = '';
  let shownLanguage: Language | undefined;

  return {
    element,
    render(model) {
      const { language, facts } = model;
      const { signedIn, submissions, withdrawn = [], listFailed } = facts;
      const { texts } = language;
      render = () => {
        // The items stay as they are, with the focus in them, where nothing changes.
        const next = JSON.stringify([...[signedIn, submissions, withdrawn, listFailed, showsAll], localDate()]);
        if (next === shown && language === shownLanguage) return;
        [shown, shownLanguage] = [next, language];
        element.hidden = !signedIn || (submissions === undefined && !listFailed);
        heading.textContent = texts.yourVerses;
        message.textContent = listFailed ? texts.versesFailed : texts.noVerses;
        const verses = listFailed ? [] : sorted([...(submissions ?? []), ...withdrawn]);
        message.hidden = verses.length > 0;
        const listed = verses.slice(0, showsAll ? undefined : few);
        const isComing = (verse: Verse) => dateOf(verse) >= localDate();
        for (const [list, which] of [
          [coming, isComing],
          [past, (verse: Verse) => !isComing(verse)],
        ] as const) {
          const items = listed.filter(which).map((verse) => itemOf(verse, model));
          list.hidden = items.length === 0;
          list.replaceChildren(...items);
        }
        pastHeading.hidden = past.hidden || coming.hidden;
        pastHeading.textContent = texts.pastVerses;
        showAll.hidden = showsAll || verses.length <= few;
        showAll.replaceChildren(...fill(texts.showAll, { count: String(verses.length) }));
      };
      render();
    },
  };
}

type Verse = Submission | WithdrawnSubmission;

function sorted(verses: readonly Verse[]): Verse[] {
  const today = localDate();
  const coming = verses.filter((verse) => dateOf(verse) >= today);
  const past = verses.filter((verse) => dateOf(verse) < today);
  return [
    ...coming.sort((a, b) => dateOf(a).localeCompare(dateOf(b))),
    ...past.sort((a, b) => dateOf(b).localeCompare(dateOf(a))),
  ];
}

/** The date of a verse, or the one that it had. */
function dateOf(verse: Verse): string {
  return 'withdrawnAt' in verse ? verse.withdrawnFrom : verse.scheduledDate;
}

function itemOf(verse: Verse, { language, site }: Model): HTMLElement {
  const { texts } = language;
  const time = (date: string) => create('time', { part: 'date', dateTime: date }, dateText(date, language));
  const item = create('li', { part: 'item' }, isolate(referenceOf(verse, language)), ' ');
  if ('withdrawnAt' in verse) item.append(time(verse.withdrawnFrom), ' ', create('small', {}, texts.withdrawn));
  else {
    item.append(time(verse.scheduledDate));
    const { movedFrom } = verse;
    if (movedFrom) item.append(' ', create('small', {}, ...fill(texts.movedFrom, { date: time(movedFrom) })));
  }
  if (!('withdrawnAt' in verse) && verse.scheduledDate >= localDate()) {
    item.append(createDateActions(verse, language, site));
  }
  item.tabIndex = -1;
  return item;
}
