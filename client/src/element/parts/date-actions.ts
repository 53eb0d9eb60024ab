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
  const texts = { ...laterTexts, ...language.texts };
  const isVerse = 'scheduledDate' in dated;
  const label = isListed ? texts.dateActions : isVerse ? texts.addToCalendar : texts.remindMe;
  const calendar = createCalendar(label, dated, language, site, tools);
  const share = isVerse ? createShare(dated.scheduledDate, language, site, tools) : undefined;
  const place = isListed ? calendar.lastElementChild : tools.create('div', { className: 'row' }, calendar);
  if (share) place?.append(share);
  if (!isListed) return place as HTMLElement;
  for (const quiet of [calendar.firstElementChild, share]) quiet?.classList.add('quiet');
  return calendar;
}

/** Opens the choice of calendars, which few need. */
function createCalendar(label: string, dated: Dated, language: Language, site: Site, tools: Tools): HTMLElement {
  const { create, loadModule } = tools;
  const texts = { ...laterTexts, ...language.texts };
  const links = create('div', { className: 'row' });
  const calendar = create('details', {}, create('summary', { part: 'button calendar' }, label), links);
  calendar.addEventListener('toggle', async () => {
    if (!calendar.open || links.querySelector('a')) return;
    const loaded = await loadModule(() => import('./calendar-links.ts')).catch(() => undefined);
    calendar.open &&= loaded !== undefined; // the next press tries again
    await loaded?.linkCalendars(links, dated, { ...language, texts }, site, tools);
  });
  return calendar;
}

/** @returns undefined where the browser can neither share nor copy */
function createShare(
  date: string,
  language: Language,
  { url }: Site,
  { createButton, dateText, fill, languageOf, write }: Tools,
): HTMLElement | undefined {
  if (!(navigator.share || navigator.clipboard)) return undefined;
  const texts = { ...laterTexts, ...language.texts };
  const shared = fill(texts.shared, { date: dateText(date, languageOf('shared', language)) }).join('');
  const share = createButton('button share', async () => {
    if (await offer(shared, url)) write(share, texts.copied);
  });
  share.ariaLive = 'polite';
  write(share, texts.share);
  return share;
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
