interface CalendarEntry {
  /** YYYY-MM-DD for a whole day, or an instant. */
  readonly start: string;
  readonly title: string;
  /** The words of the verse; empty if there are none. */
  readonly words: string;
  readonly url: string;
}

const hour = 3_600_000;

/**
 * A file with one event (RFC 5545), of which the calendar reminds at eight in the morning, or when
 * it begins. Added again, it replaces the event.
 *
 * @param site the name of the page's host, which makes the event's id unique
 */
export function calendarFile({ start, title, words, url }: CalendarEntry, site: string): Blob {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verse submissions//submit-verse//EN',
    'BEGIN:VEVENT',
    `UID:verse-${start.slice(0, 10)}@${site}`,
    `DTSTAMP:${compact(new Date().toISOString())}`,
    `DTSTART${isDay(start) ? ';VALUE=DATE' : ''}:${compact(start)}`,
    fold(`SUMMARY:${escaped(title)}`),
    ...(words ? [fold(`DESCRIPTION:${escaped(words)}`)] : []),
    fold(`URL:${url}`),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    fold(`DESCRIPTION:${escaped(title)}`),
    `TRIGGER:${isDay(start) ? 'PT8H' : 'PT0S'}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Blob([lines.map((line) => `${line}\r\n`).join('')], { type: 'text/calendar' });
}

/** Google's page with a new event. */
export function googleUrl(entry: CalendarEntry): string {
  const dates = `${compact(entry.start)}/${compact(endOf(entry.start))}`;
  const query = { action: 'TEMPLATE', text: entry.title, dates, details: detailsOf(entry) };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(query)}`;
}

/** Outlook's page with a new event. */
export function outlookUrl(entry: CalendarEntry): string {
  const query = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: entry.start,
    enddt: endOf(entry.start),
    allday: String(isDay(entry.start)),
    body: detailsOf(entry),
  };
  const encoded = String(new URLSearchParams(query)).replaceAll('+', '%20'); // Outlook would show each plus
  return `https://outlook.live.com/calendar/0/deeplink/compose?${encoded}`;
}

function detailsOf({ words, url }: CalendarEntry): string {
  return words ? `${words}\n${url}` : url;
}

/** The day after a day, or an hour after an instant. */
function endOf(start: string): string {
  const end = new Date(Date.parse(start) + (isDay(start) ? 24 * hour : hour)).toISOString();
  return isDay(start) ? end.slice(0, 10) : end;
}

function isDay(start: string): boolean {
  return !start.includes('T');
}

function compact(date: string): string {
  return date.replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** Splits a long line into lines of at most 75 bytes. */
function fold(line: string): string {
  return line.replace(/.{18}(?=.)/gsu, '$&\r\n ');
}
