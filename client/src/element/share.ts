import { calendarFile } from './calendar-file.ts';
import { dateText } from './dates.ts';
import { create } from './dom.ts';
import { type Language, referenceTo } from './language.ts';
import type { Facts } from './state.ts';
import { fill } from './texts.ts';

/** What the player keeps of a submission: an entry in the calendar, and a text to share. */
export function addToCalendar({ scheduled }: Facts, language: Language | undefined): void {
  if (scheduled === undefined || language === undefined) return;
  const reference = referenceTo(scheduled, language);
  const link = create('a');
  const event = fill(language.texts.event, { reference }).join('');
  link.href = URL.createObjectURL(calendarFile(scheduled.scheduledDate, event, location.hostname));
  link.download = `${reference.replace(/[^\p{L}\p{N}]+/gu, '-')}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Offers a text to the player's apps, or copies it where the browser offers none. It does not say
 * which verse it is, since others are to guess it.
 *
 * @param url of the puzzle
 * @returns whether the text was copied
 */
export async function share({ scheduled }: Facts, language: Language | undefined, url: string): Promise<boolean> {
  if (scheduled === undefined || language === undefined) return false;
  const text = fill(language.texts.shared, { date: dateText(scheduled.scheduledDate, language) }).join('');
  try {
    if (navigator.share) await navigator.share({ text, url });
    else await navigator.clipboard.writeText(`${text} ${url}`);
    return !navigator.share;
  } catch {
    return false; // the player has changed their mind, or the browser forbids it
  }
}
