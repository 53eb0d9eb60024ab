import type { Tools } from '../dom/tools.ts';
import type { Language } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';
import type { Dated, Site } from './model.ts';

/**
 * What the player can do with a date: add it to a calendar, by a file or at Google's or Outlook's
 * page, and share it. A shared text never says which verse it is: others are to guess it.
 *
 * @param isListed whether several stand below each other, so that each is behind one quiet button
 */
export function createDateActions(
  dated: Dated,
  language: Language,
  site: Site,
  tools: Tools,
  isListed: boolean,
): HTMLElement {
  const { create, createButton, dateText, fill, languageOf, loadModule, write } = tools;
  const texts = { ...laterTexts, ...language.texts };
  const isVerse = 'scheduledDate' in dated;
  const label = isListed ? texts.dateActions : isVerse ? texts.addToCalendar : texts.remindMe;
  const links = create('div', { className: 'row' });
  const summary = create('summary', { part: 'button calendar' }, label);
  const calendar = create('details', {}, summary, links);
  calendar.addEventListener('toggle', async () => {
    if (!calendar.open || links.querySelector('a')) return;
    const loaded = await loadModule(() => import('./calendar-links.ts')).catch(() => undefined);
    calendar.open &&= loaded !== undefined; // the next press tries again
    await loaded?.linkCalendars(links, dated, { ...language, texts }, site, tools);
  });

  const share = createButton('button share', async () => {
    const date = isVerse ? dateText(dated.scheduledDate, languageOf('shared', language)) : '';
    if (await offer(fill(texts.shared, { date }).join(''), site.url)) write(share, texts.copied);
  });
  share.ariaLive = 'polite';
  write(share, texts.share);

  const place = isListed ? links : create('div', { className: 'row' }, calendar);
  const cannotShare = !(navigator.share || navigator.clipboard);
  if (isVerse && !cannotShare) place.append(share);
  if (!isListed) return place;
  for (const quiet of [summary, share]) quiet.classList.add('quiet');
  return calendar;
}

/**
 * Offers a text to the player's apps, or copies it where the browser offers none.
 *
 * @returns whether it was copied
 */
async function offer(text: string, url: string): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share({ text, url });
    else await navigator.clipboard.writeText(`${text} ${url}`);
    return !navigator.share;
  } catch {
    return false; // the player has changed their mind, or the browser forbids it
  }
}
