import type { Tools } from '../dom/tools.ts';
import { adjacentVerse } from '../words/adjacent-verse.ts';
import type { Verse } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';
import type { Part } from './model.ts';
import { createVerseText } from './verse-text.ts';

// From the choice on, the words and the day have their place, so that Submit stays where it is: that
// of most verses, and of the longest text of a day in each language.
const css = `
form figure{display:grid;grid-template-columns:1fr auto;align-items:center;gap:0 1em}
figure>:is(blockquote,p){grid-column:1/-1}
form figcaption{line-height:1.2}
form blockquote{min-height:min(3lh,25svh);margin-top:.2em}
[part=next-free]{min-height:min(2lh,75px);margin-top:.4em;font-size:var(--small)}
.beside{display:flex;gap:1em}
.beside button{display:flex;align-items:center;gap:.4em;width:auto;border:0;padding:0;font-size:var(--small);white-space:nowrap}
[part~=previous]::before{content:"‹"/""}
[part~=next]::after{content:"›"/""}
.beside ::before,.beside ::after{font-size:1.5em}
@container (width<28em){form blockquote{min-height:min(4lh,25svh)}form small{display:block}.beside{gap:0}.beside button{width:44px;overflow:hidden}.beside ::before,.beside ::after{flex:0 0 100%;order:-1;text-align:center}}
@container (width<19em){form blockquote{min-height:min(5lh,25svh,150px)}[part=next-free]{min-height:min(3lh,75px)}}
`;

/** How long the player must have stopped typing before the page scrolls, in milliseconds. */
const pauseMs = 700;

/**
 * The verse that is chosen: its words, the day that it would get, and the verses beside it.
 *
 * @param element where it appears, above the button that submits
 */
export function createChosenVerse(element: HTMLElement, choose: (verse: Verse) => void, tools: Tools): Part {
  const { adoptStyles, create, createButton, dateText, fill, languageOf, write } = tools;
  const root = element.getRootNode() as ShadowRoot;
  /** What is on show, which is what a press means. */
  let shown: Verse | undefined;
  let revealing: ReturnType<typeof setTimeout> | undefined;
  const beside = (step: -1 | 1) => shown && adjacentVerse(shown, step, tools);
  const [previous, next] = ([-1, 1] as const).map((step) =>
    createButton(`button ${step === 1 ? 'next' : 'previous'}`, () => {
      const adjacent = beside(step);
      if (adjacent !== undefined) choose(adjacent);
    }),
  ) as [HTMLButtonElement, HTMLButtonElement];
  const neighbours = create('div', { className: 'beside' }, previous, next);
  const renderText = createVerseText(element, tools, neighbours);
  const nextFree = create('p', { part: 'next-free', ariaLive: 'polite' });
  element.append(nextFree);
  adoptStyles(root, css);

  /**
   * In a low window, such as above a phone's keyboard, what has been chosen may be out of view. The
   * field, or the select, stays where the player sees it.
   */
  function reveal(): void {
    const active = root.activeElement;
    if (!active?.closest('.finder,fieldset')) return;
    for (const each of [element, element.nextElementSibling, active]) each?.scrollIntoView({ block: 'nearest' });
  }

  return {
    render({ language, wordsOf, facts, forecast }) {
      const texts = { ...laterTexts, ...language.texts };
      shown = facts.choice;
      const before = element.textContent;
      renderText(language, shown, shown && wordsOf(shown));
      const { date, sooner } = forecast ?? {};
      const key = sooner ? 'chosenOften' : 'nextFree';
      const time = (day = '') => create('time', { dateTime: day }, day && dateText(day, languageOf(key, language)));
      write(nextFree, ...fill(date ? texts[key] : '', { date: time(date), sooner: time(sooner) }));
      write(previous, texts.previous);
      write(next, texts.next);
      previous.disabled = beside(-1) === undefined;
      next.disabled = beside(1) === undefined;
      neighbours.inert = facts.sending === true;
      if (shown === undefined || element.textContent === before) return;
      clearTimeout(revealing);
      revealing = setTimeout(reveal, pauseMs);
    },
  };
}
