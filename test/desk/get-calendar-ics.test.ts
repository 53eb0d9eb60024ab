import { expect, test } from '@jest/globals';
import { icsOf } from '../../src/desk/get-calendar-ics.ts';
import type { Day } from '../../src/desk/present.ts';

const now = Temporal.Instant.from('2026-11-21T12:34:56.789Z');

const latestChange = { id: 0 };
function reserved(date: string, id = 7): Day {
  const submission = {
    ...{ id, player: 'a player', reviewed: true, submittedAt: '2026-11-21T09:30:00.000Z', alsoOn: [] },
    ...{ reference: '1 Corinthians 13:4', bookId: '1CO', chapter: 13, verse: 4 },
    words: 'Charity suffereth long, and is kind;',
  };
  return { date, state: 'reserved', latestChange, submission };
}

/** The properties of each event. */
function eventsOf(ics: string): Record<string, string>[] {
  return ics
    .replaceAll('\r\n', '\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(event.split('\n').map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1)])),
    );
}

test('reserved and blocked days are events of a whole day, free ones none', () => {
  const days: Day[] = [
    reserved('2026-12-24'),
    { date: '2026-12-25', state: 'blocked', latestChange, label: 'Christmas; a, "feast" \\n' },
    { date: '2026-12-26', state: 'free', latestChange },
    { date: '2026-12-27', state: 'blocked', latestChange },
    { date: '2026-12-28', state: 'reserved', latestChange },
  ];
  const ics = icsOf(days, now);
  expect(ics).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:-\/\/Verse submissions\/\/Desk\/\/EN\r\n/);
  expect(ics).toMatch(/\r\nEND:VCALENDAR\r\n$/);
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const stamp = { DTSTAMP: '20261121T123456Z', TRANSP: 'TRANSPARENT' };
  expect(eventsOf(ics)).toMatchObject([
    {
      ...stamp,
      'DTSTART;VALUE=DATE': '20261224',
      SUMMARY: '1 Corinthians 13:4',
      CATEGORIES: 'reserved',
      DESCRIPTION: 'Charity suffereth long\\, and is kind\\;',
    },
    { 'DTSTART;VALUE=DATE': '20261225', SUMMARY: 'Christmas\\; a\\, "feast" \\\\n', CATEGORIES: 'blocked' },
    { 'DTSTART;VALUE=DATE': '20261227', SUMMARY: 'blocked' },
    { 'DTSTART;VALUE=DATE': '20261228', SUMMARY: 'reserved' },
  ]);
  expect(ics).not.toContain('a player');
});

test('an event keeps its UID, whenever the file is made and wherever the verse is', () => {
  const uids = (days: Day[], at = now) => eventsOf(icsOf(days, at)).map(({ UID }) => UID);
  const blocked: Day = { date: '2026-12-25', state: 'blocked', latestChange, label: 'Christmas' };
  const first = uids([
    reserved('2026-12-24', 7),
    blocked,
    reserved('2026-12-26', 8),
    { ...blocked, date: '2026-12-27' },
  ]);
  expect(new Set(first).size).toBe(4);
  expect(uids([{ ...blocked, label: 'Xmas' }, reserved('2027-01-01', 7)], now.add({ hours: 1 }))).toEqual([
    first[1],
    first[0],
  ]);
});
