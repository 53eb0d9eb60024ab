import type { Tools } from '../dom/tools.ts';
import type { Language, Verse } from '../words/language.ts';
import type { laterTexts } from '../words/later-texts.ts';
import { calendarFile, googleUrl, outlookUrl } from './calendar-entry.ts';
import type { Dated, Site } from './model.ts';

/** Links a file for a calendar, and Google's and Outlook's pages, in front of what a place has. */
export async function linkCalendars(
  place: HTMLElement,
  dated: Dated,
  language: Language & { readonly texts: typeof laterTexts },
  { url, readWords }: Site,
  { create, fill, referenceOf }: Tools,
): Promise<void> {
  const { texts } = language;
  const isVerse = 'scheduledDate' in dated;
  const start = isVerse ? dated.scheduledDate : dated.acceptingFrom;
  const title = isVerse ? fill(texts.event, { reference: referenceOf(dated, language) }).join('') : texts.reminder;
  const createLink = (text: string) =>
    create('a', { part: 'calendar-link', target: '_blank', rel: 'noreferrer' }, text);
  const [file, google, outlook] = [createLink(texts.calendarFile), createLink('Google'), createLink('Outlook')];
  file.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.ics`;
  const link = (words: string) => {
    const entry = { start, title, words, url };
    file.href = URL.createObjectURL(calendarFile(entry, location.hostname));
    google.href = googleUrl(entry);
    outlook.href = outlookUrl(entry);
  };
  link(''); // the words may be long in coming
  place.prepend(file, google, outlook);
  const words = isVerse && dated.bookId ? await readWords(dated as Verse).catch(() => '') : '';
  if (words) link(words);
}
