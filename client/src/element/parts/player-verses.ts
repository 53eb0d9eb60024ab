import type { Tools } from '../dom/tools.ts';
import type { State } from '../player/state.ts';
import type { Submission, WithdrawnSubmission } from '../player/submission.ts';
import type { Language } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';
import { createDateActions } from './date-actions.ts';
import type { Dated, Model, Part } from './model.ts';
import { createVerseText } from './verse-text.ts';

// With what the thanks look like, which come later, too.
const css = `
.done{border:var(--line);border-radius:calc(var(--radius)*2);padding:min(var(--gap)*1.5,6vw)}
.done figure{margin-top:calc(var(--gap)*1.5);border-inline-start:3px solid var(--accent);padding-inline-start:min(1em,4vw)}
.done figcaption{margin-top:.4em}
@media (prefers-reduced-motion:no-preference){.done{animation:arrive .5s ease-out}}
@keyframes arrive{from{opacity:0;transform:translateY(.5em)}}
h3{font-size:1.2em}
h4{margin-top:var(--gap)}
section{border-top:var(--line);padding-top:calc(var(--gap)*1.5);margin-top:calc(var(--gap)*2.5)}
section button{margin-top:var(--gap)}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1em;margin-top:calc(var(--gap)*.75)}
li>*{flex:0 1 auto}
li>:is(details,small){flex-basis:100%}
li button{margin-top:0}
summary{display:grid;place-content:center;cursor:pointer}
summary.quiet{display:block;width:max-content;line-height:44px}
summary.quiet::after{content:"▾"/""}
[open]>.quiet::after{content:"▴"/""}
details>.row{min-height:44px}
details a{color:inherit;text-align:center;font-size:var(--small);line-height:44px}
li details .row{gap:0 1em}
li details .row>*{flex:none}
`;

/** How many verses are listed at first. */
const few = 10;

/**
 * Appends the player's verses to the element: coming ones, the next one first, then past ones, the
 * latest first.
 *
 * @param thanks where the verse appears that has been submitted
 * @param dateActions where the actions appear for the date that the state is about
 */
export function createPlayerVerses(
  root: ShadowRoot,
  thanks: HTMLElement,
  dateActions: HTMLElement,
  tools: Tools,
): Part {
  tools.adoptStyles(root, css);
  const { create, createButton, fill, localDate } = tools;
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
  const renderThanks = createVerseText(thanks, tools);
  let render = () => {};
  let shown = '';
  let shownLanguage: Language | undefined;
  let shownDate = '';
  root.append(element);

  /** Below a submission, and below a calendar that is full until an instant that is known. */
  function renderDateActions({ facts, language, site }: Model, state: State): void {
    const { acceptingFrom } = facts.eligibility ?? {};
    const { scheduled } = facts;
    let dated: Dated | undefined;
    if (state === 'done' && scheduled) dated = { ...scheduled, reference: '' }; // the verse itself names it
    if (state === 'full' && acceptingFrom) dated = { acceptingFrom };
    const date = JSON.stringify([dated, language.tag]);
    if (date === shownDate) return; // an open choice of calendars stays open
    shownDate = date;
    dateActions.replaceChildren(dated ? createDateActions(dated, language, site, tools, false) : '');
  }

  return {
    render(model, state) {
      renderDateActions(model, state);
      const { language, facts, wordsOf } = model;
      const scheduled = state === 'done' ? facts.scheduled : undefined;
      renderThanks(language, scheduled, scheduled && wordsOf(scheduled));
      const { signedIn, submissions, withdrawn = [], listFailed } = facts;
      const ownDate = scheduled?.scheduledDate; // its verse is above
      const texts = { ...laterTexts, ...language.texts };
      render = () => {
        // The items stay as they are, with the focus in them, where nothing changes.
        const next = JSON.stringify([
          ...[signedIn, submissions, withdrawn, listFailed, showsAll, ownDate],
          localDate(),
        ]);
        if (next === shown && language === shownLanguage) return;
        [shown, shownLanguage] = [next, language];
        const others = (submissions ?? []).filter(({ scheduledDate }) => scheduledDate !== ownDate);
        const all = listFailed ? [] : [...others, ...withdrawn];
        const isComing = (verse: Verse) => dateOf(verse) >= localDate();
        const isPast = (verse: Verse) => !isComing(verse);
        all.sort((a, b) => dateOf(a).localeCompare(dateOf(b)));
        const verses = [...all.filter(isComing), ...all.filter(isPast).reverse()];
        element.hidden = !signedIn || (verses.length === 0 && !listFailed);
        heading.textContent = texts.yourVerses;
        message.textContent = texts.versesFailed;
        message.hidden = !listFailed;
        const listed = verses.slice(0, showsAll ? undefined : few);
        for (const [list, which] of [
          [coming, isComing],
          [past, isPast],
        ] as const) {
          const items = listed.filter(which).map((verse) => itemOf(verse, model, tools));
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

/** The date of a verse, or the one that it had. */
function dateOf(verse: Verse): string {
  return 'withdrawnAt' in verse ? verse.withdrawnFrom : verse.scheduledDate;
}

function itemOf(verse: Verse, { language, site }: Model, tools: Tools): HTMLElement {
  const { create, dateText, fill, isolate, languageOf, localDate, referenceOf } = tools;
  const texts = { ...laterTexts, ...language.texts };
  const time = (date: string, own = language) => create('time', { part: 'date', dateTime: date }, dateText(date, own));
  const item = create('li', { part: 'item' }, isolate(referenceOf(verse, language)), ' ');
  if ('withdrawnAt' in verse) {
    item.append(create('s', {}, time(verse.withdrawnFrom)), ' ', create('small', {}, texts.withdrawn));
  } else {
    const { scheduledDate, movedFrom } = verse;
    item.append(time(scheduledDate));
    if (movedFrom) {
      const before = time(movedFrom, languageOf('movedFrom', language));
      item.append(' ', create('small', {}, ...fill(texts.movedFrom, { date: before })));
    }
    if (scheduledDate >= localDate()) item.append(createDateActions(verse, language, site, tools, true));
  }
  item.tabIndex = -1;
  return item;
}
