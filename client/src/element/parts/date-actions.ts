import type { Tools } from '../dom/tools.ts';
import type { Submission } from '../player/submission.ts';
import type { Language, Verse } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';

/** A verse with its date, or the instant at which a full calendar opens. */
export type Dated =
  | (Pick<Submission, 'scheduledDate' | 'reference'> & Partial<Verse>)
  | { readonly acceptingFrom: string };

/** What the element knows of the page around it. */
export interface Site {
  /** The address of the puzzle, or else of the page. */
  readonly url: string;
  /** Reads the words of a verse; they are empty if the element shows none. */
  readonly readWords: (verse: Verse) => Promise<string>;
}

/**
 * What the player can do with a date: add it to a calendar, by a file or at Google's or Outlook's
 * page, and share it. A shared text never says which verse it is: others are to guess it.
 */
export function createDateActions(dated: Dated, language: Language, site: Site, tools: Tools): HTMLElement {
  const texts = { ...laterTexts, ...language.texts };
  const isVerse = 'scheduledDate' in dated;
  const calendar = createCalendar(isVerse ? texts.addToCalendar : texts.remindMe, dated, language, site, tools);
  const share = isVerse ? createShare(dated.scheduledDate, language, site, tools) : undefined;
  return tools.create('div', { className: 'row' }, calendar, ...(share ? [share] : []));
}

/** The same behind one quiet button, for a list, where several stand below each other. */
export function createListedActions(
  verse: Extract<Dated, { scheduledDate: string }>,
  language: Language,
  site: Site,
  tools: Tools,
): HTMLElement {
  const { dateActions } = { ...laterTexts, ...language.texts };
  const calendar = createCalendar(dateActions, verse, language, site, tools);
  const share = createShare(verse.scheduledDate, language, site, tools);
  if (share) calendar.lastElementChild?.append(share);
  for (const quiet of [calendar.firstElementChild, share]) quiet?.classList.add('quiet');
  return calendar;
}

/** Opens the choice of calendars. */
function createCalendar(
  label: string,
  dated: Dated,
  language: Language,
  { url, readWords }: Site,
  { create, fill, loadModule, referenceOf }: Tools,
): HTMLElement {
  const texts = { ...laterTexts, ...language.texts };
  const isVerse = 'scheduledDate' in dated;
  const start = isVerse ? dated.scheduledDate : dated.acceptingFrom;
  const title = isVerse ? fill(texts.event, { reference: referenceOf(dated, language) }).join('') : texts.reminder;
  const createLink = (text: string) =>
    create('a', { part: 'calendar-link', target: '_blank', rel: 'noreferrer' }, text);
  const [file, google, outlook] = [createLink(texts.calendarFile), createLink('Google'), createLink('Outlook')];
  file.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.ics`;
  const calendar = create('details', {}, create('summary', { part: 'button calendar' }, label));
  calendar.append(create('div', { className: 'row' }, file, google, outlook));
  calendar.addEventListener('toggle', async () => {
    URL.revokeObjectURL(file.href);
    if (!calendar.open) return;
    const entries = await loadModule(() => import('./calendar-entry.ts')).catch(() => undefined); // few need it
    if (entries === undefined) {
      calendar.open = false; // the next press tries again
      return;
    }
    const link = (words: string) => {
      const entry = { start, title, words, url };
      URL.revokeObjectURL(file.href);
      file.href = URL.createObjectURL(entries.calendarFile(entry, location.hostname));
      google.href = entries.googleUrl(entry);
      outlook.href = entries.outlookUrl(entry);
    };
    link(''); // the words may be long in coming
    const { href } = file;
    const words = isVerse && dated.bookId ? await readWords(dated as Verse).catch(() => '') : '';
    if (words && file.href === href) link(words);
  });
  return calendar;
}

/** @returns undefined where the browser can neither share nor copy */
function createShare(
  date: string,
  language: Language,
  { url }: Site,
  { createButton, dateText, fill, write }: Tools,
): HTMLElement | undefined {
  if (!(navigator.share || navigator.clipboard)) return undefined;
  const texts = { ...laterTexts, ...language.texts };
  const shared = fill(texts.shared, { date: dateText(date, language) }).join('');
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
