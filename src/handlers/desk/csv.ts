import { stringify } from 'csv-stringify/sync';
import type { Day } from './present.ts';

const columns = [
  ...['date', 'state', 'label', 'reference', 'player', 'submittedAt', 'movedFrom', 'alsoOn', 'alsoOnMore'],
  'byEditor',
];

/**
 * The beginning of a formula, which may have blanks before it. The library's own option looks at
 * the first character alone.
 */
const formula = /^\s*[=+\-@＝＋－＠\t\r]/;

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
    cast: { boolean: String, string: (text) => (formula.test(text) ? `'${text}` : text) },
  });
}
