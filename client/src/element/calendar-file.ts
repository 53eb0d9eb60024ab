/**
 * A file for the reader's calendar with one event (RFC 5545). Added again, it replaces the event.
 *
 * @param start YYYY-MM-DD for a whole day, or an instant
 * @param site the name of the page's host, which makes the event's id unique
 */
export function calendarFile(start: string, summary: string, site: string): Blob {
  const compact = (date: string) => date.replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verse submissions//submit-verse//EN',
    'BEGIN:VEVENT',
    `UID:verse-${start.slice(0, 10)}@${site}`,
    `DTSTAMP:${compact(new Date().toISOString())}`,
    `DTSTART${start.includes('T') ? '' : ';VALUE=DATE'}:${compact(start)}`,
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
