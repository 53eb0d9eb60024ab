import { expect, test } from '@jest/globals';
import { csvOf } from '../../src/desk/get-calendar-csv.ts';
import type { Day } from '../../src/desk/present.ts';

const header = 'date,state,label,reference,player,submittedAt,movedFrom,alsoOn,alsoOnMore,byEditor,reviewed,words\r\n';

const latestChange = { id: 0 };
const blockedFor = (label: string): Day => ({ date: '2026-12-25', state: 'blocked', latestChange, label });
function reservedBy(player: string, byEditor?: boolean): Day {
  const submission = {
    ...{ id: 7, player, reviewed: true, reference: 'John 3:16', bookId: 'JHN', chapter: 3, verse: 16 },
    words: 'For God so loved the world, that',
    submittedAt: '2026-11-21T09:30:00.000Z',
    movedFrom: '2026-11-28',
    ...{ alsoOn: ['2027-01-03', '2027-02-03'], alsoOnMore: 7 },
  };
  const own = byEditor && ({ byEditor } as const);
  return { date: '2026-12-24', state: 'reserved', latestChange, submission: { ...submission, ...own } };
}

test('a day is a line, with CRLF at its end (RFC 4180)', () => {
  const days: Day[] = [
    reservedBy('ann'),
    blockedFor('Christmas'),
    { date: '2026-12-26', state: 'free', latestChange },
    { date: '2026-12-27', state: 'reserved', latestChange },
    { ...reservedBy('a random id', true), label: 'Christmas' },
  ];
  expect(csvOf(days)).toBe(
    `${header}2026-12-24,reserved,,John 3:16,ann,2026-11-21T09:30:00.000Z,2026-11-28,2027-01-03 2027-02-03,7,,true,"For God so loved the world, that"\r\n` +
      '2026-12-25,blocked,Christmas,,,,,,,,,\r\n2026-12-26,free,,,,,,,,,,\r\n2026-12-27,reserved,,,,,,,,,,\r\n' +
      '2026-12-24,reserved,Christmas,John 3:16,,2026-11-21T09:30:00.000Z,2026-11-28,2027-01-03 2027-02-03,7,true,true,"For God so loved the world, that"\r\n',
  );
  expect(csvOf([])).toBe(header);
});

test.each([
  ['a semicolon', 'a;b', '"a;b"'],
  ['a line feed', 'a\nb', '"a\nb"'],
  ['a carriage return', 'a\rb', '"a\rb"'],
  ['what is not ASCII', 'Ἰωάννης \u{1F600}', 'Ἰωάννης \u{1F600}'],
])('a cell with %s reads as one cell', (_title, player, cell) => {
  expect(csvOf([reservedBy(player)])).toContain(`John 3:16,${cell},2026-11-21T`);
});

test.each(['=1', '+1', '-1', '@1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1', '  -1', ' \n\t1'])(
  'a cell that begins a formula, if only after blanks, has an apostrophe: %j',
  (text) => {
    expect(csvOf([reservedBy(text)])).toMatch(/John 3:16,"?'/);
    expect(csvOf([blockedFor(text)])).toMatch(/blocked,"?'/);
  },
);

test('so does a part of a cell, where a spreadsheet splits at semicolons; others have none', () => {
  expect(csvOf([reservedBy('a;=1+1;b; -2\n@c')])).toContain(`,"a;'=1+1;b;' -2\n'@c",`);
  expect(csvOf([reservedBy(' a=1-b;c')])).toContain('," a=1-b;c",');
});
