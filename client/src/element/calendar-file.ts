/**
 * A file for the reader's calendar with one event that takes a whole day (RFC 5545). Added again,
 * it replaces the event.
 *
 * @param date YYYY-MM-DD
 * @param site the name of the page's host, which makes the event's id unique
 */
export function calendarFile(date: string, summary: string, site: string): Blob {
  const instant = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verse submissions//submit-verse//EN',
    'BEGIN:VEVENT',
    `UID:verse-${date}@${site}`,
    `DTSTAMP:${instant}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    fold(`SUMMARY:${summary.replace(/[\\;,]/g, '\\$&')}`),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Blob([lines.map((line) => `${line}\r\n`).join('')], { type: 'text/calendar' });
}

/** Splits a long line into lines of at most 75 bytes. */
function fold(line: string): string {
  return line.replace(/.{18}(?=.)/gu, '$&\r\n ');
}
