import { renameRules } from './renames.ts';
import { type RuleForReaders, rules } from './rules.ts';

const markers = ['<!-- The rules of contract/diff/rules.ts, by `npm run codegen`: -->', '<!-- End of the rules -->'];

/**
 * A document with the rules as a table between its two markers.
 *
 * @throws Error when the document does not have the markers
 */
export function withRules(document: string): string {
  const [start = '', end = ''] = markers;
  const [before, rest = ''] = document.split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`The document needs the lines ${start} and ${end}`);
  // Rules that say the same share a row: those of keywords are never about the same difference.
  const verdicts = Map.groupBy<string, RuleForReaders>(
    [...renameRules, ...rules],
    ({ verdict, because = verdict.because ?? '' }) => `${verdict.words} | ${because}`,
  );
  const rows = [...verdicts].map(
    ([verdict, same]) => `| ${same.map(({ change }) => change).join('; ')} | ${verdict} |`,
  );
  const table = ['| change | level | because |', '| --- | --- | --- |', ...rows].join('\n');
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}
