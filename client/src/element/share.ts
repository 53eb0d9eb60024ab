import { calendarFile } from './calendar-file.ts';
import { dateText } from './dates.ts';
import { create } from './dom.ts';
import { type Language, referenceTo } from './language.ts';
import type { Facts } from './state.ts';
import { fill } from './texts.ts';

/** What the player keeps of a submission: an entry in the calendar, and a text to share. */
export function addToCalendar({ scheduled, eligibility }: Facts, language: Language | undefined): void {
  if (language === undefined) return;
  const { texts } = language;
  // Of a submission its day; of a full calendar the instant at which the next date opens.
  const [start, event] =
    scheduled === undefined
      ? [eligibility?.acceptingFrom, texts.reminder]
      : [scheduled.scheduledDate, fill(texts.event, { reference: referenceTo(scheduled, language) }).join('')];
  if (start === undefined) return;
  const link = create('a');
  link.href = URL.createObjectURL(calendarFile(start, event, location.hostname));
  link.download = `${event.replace(/[^\p{L}\p{N}]+/gu, '-')}.ics`;
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
