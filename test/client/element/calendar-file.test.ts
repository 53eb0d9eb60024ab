import { expect, test } from '@jest/globals';
import { calendarFile } from '../../../client/src/element/calendar-file.ts';

test('one event that takes a whole day', async () => {
  const file = calendarFile('2026-11-29', 'John 3:16, the verse; you \\ chose', 'puzzle.example');
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
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line is longer than 75 bytes, and no character is split', async () => {
  const summary = '😀約翰福音 3:16 '.repeat(20);
  const text = await calendarFile('2026-11-29', summary, 'puzzle.example').text();
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
  expect(text.split('\r\n ')).toHaveLength(Math.ceil([...`SUMMARY:${summary}`].length / 18));
});
