import { expect, test } from '@jest/globals';
import { calendarFile, googleUrl, outlookUrl } from '../../../client/src/element/parts/calendar-entry.ts';

const url = 'https://puzzle.example/';

test('one event that takes a whole day', async () => {
  const file = calendarFile(
    { start: '2026-11-29', title: 'John 3:16, the verse; you \\ chose', words: 'For God so loved', url },
    'puzzle.example',
  );
  expect(file.type).toBe('text/calendar');
  const text = await file.text();
  expect(text.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Verse submissions//submit-verse//EN',
    'BEGIN:VEVENT',
    'UID:verse-2026-11-29@puzzle.example',
    expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/),
    'DTSTART;VALUE=DATE:20261129',
    'SUMMARY:John 3:16\\, the verse\\; you \\\\ chose',
    'DESCRIPTION:For God so loved',
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:John 3:16\\, the verse\\; you \\\\ chose',
    'TRIGGER:PT8H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a line break of any kind is one of the text', async () => {
  const words = 'Two\r\nlines\rand\nmore';
  const file = calendarFile({ start: '2026-11-29', title: 'John 3:16', words, url }, 'puzzle.example');
  expect((await file.text()).replaceAll('\r\n ', '')).toContain('\r\nDESCRIPTION:Two\\nlines\\nand\\nmore\r\n');
});

test('no line is longer than 75 bytes, and no character is split', async () => {
  const summary = '😀約翰福音\u2028 3:16 '.repeat(20);
  const text = await calendarFile({ start: '2026-11-29', title: summary, words: '', url }, 'puzzle.example').text();
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
  expect(text.split('\r\n ')).toHaveLength(2 * Math.ceil([...`SUMMARY:${summary}`].length / 18));
});

test('the pages of Google and Outlook get the day, or the hour of an instant', () => {
  const day = { start: '2026-12-31', title: 'John 3:16', words: 'For God', url };
  expect(Object.fromEntries(new URL(googleUrl(day)).searchParams)).toEqual({
    ...{ action: 'TEMPLATE', text: 'John 3:16', dates: '20261231/20270101' },
    details: `For God\n${url}`,
  });
  expect(Object.fromEntries(new URL(outlookUrl(day)).searchParams)).toMatchObject({
    ...{ startdt: '2026-12-31', enddt: '2027-01-01', allday: 'true', subject: 'John 3:16' },
  });
  expect(outlookUrl(day)).toContain('subject=John%203%3A16&'); // Outlook keeps a plus
  const instant = { ...day, start: '2026-12-01T00:00:00.000Z', words: '' };
  expect(new URL(googleUrl(instant)).searchParams.get('dates')).toBe('20261201T000000Z/20261201T010000Z');
  expect(new URL(outlookUrl(instant)).searchParams.get('allday')).toBe('false');
});
