import { stringify } from 'csv-stringify/sync';
import { datesOf, rangeOf, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import { type Handlers, getCalendarCsvResponses as responses } from './generated/operations.desk.ts';
import type { Day } from './present.ts';

/** `GET /desk/api/calendar.csv`: the calendar as a table. */
export function getCalendarCsv({ read, rules, clock, presentDays }: DeskDependencies): Handlers['getCalendarCsv'] {
  return async ({ query }) => {
    // 5. range
    const range = rangeOf(query, rules, clock());
    if (range === undefined) return responses.invalidRange;

    // 6. read
    const days = await read((em) => readDays(em.getKysely(), datesOf(range)));
    return responses.calendarTable(csvOf(await presentDays(days)));
  };
}

const columns = [
  ...['date', 'state', 'label', 'reference', 'player', 'submittedAt', 'movedFrom', 'alsoOn', 'alsoOnMore'],
  ...['byEditor', 'reviewed', 'words'],
];

/**
 * What is before a formula in a cell, or in a part of it where a spreadsheet splits at semicolons: the
 * formula may have blanks before it. The library's own option looks at the first character alone.
 */
const beforeFormula = /(?<=^|[;\r\n])(?=\s*[=+\-@＝＋－＠\t\r])/g;

/**
 * The days as CSV (RFC 4180) with a header row. An apostrophe comes before what a spreadsheet would
 * take for a formula.
 */
export function csvOf(days: readonly Day[]): string {
  const rows = days.map(({ date, state, label, submission }) => ({
    date,
    state,
    label,
    ...submission,
    ...(submission?.byEditor && { player: undefined }), // a random id says nothing
    alsoOn: submission?.alsoOn.join(' '),
  }));
  return stringify(rows, {
    header: true,
    columns,
    record_delimiter: 'windows',
    // A cell may contain either character of the delimiter alone, which the library would not
    // quote. A spreadsheet may split at semicolons.
    quoted_match: /[\r\n;]/,
    cast: { boolean: String, string: (text) => text.replace(beforeFormula, "'") },
  });
}
