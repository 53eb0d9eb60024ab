import { escapeHtml } from '../../src/pages/escape-html.ts';
import type { LintException } from '../lint/exceptions.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Row, Run } from './conformance.ts';
import { badge, code, table } from './html.ts';
import type { Report } from './report.ts';

const kinds = { passed: 'good', failed: 'bad', 'not shown': 'bad' } as const;

/** What the tests on the real service, if there are any, and the linters found. */
export function evidenceSection(report: Report): string {
  const { runs, lint, exceptions } = report;
  return `${runs.length === 0 ? '' : conformanceSection(report)}
<section id="lint">
<h2>The evidence: linters</h2>
${lint.map(lintResult).join('\n')}
<h3>Suppressed lint rules, and why</h3>
${exceptionTable(exceptions)}
</section>`;
}

function conformanceSection({ responses, checks, runs }: Report): string {
  const rows = (subjects: readonly Row[]) =>
    subjects.map(({ subject, evidence, verdict }) => [
      code(subject),
      evidence.map((each) => resultsOf(subject, each)).join(''),
      badge(kinds[verdict], verdict),
    ]);
  return `<section id="conformance">
<h2>The evidence: tests on the real service</h2>
<p class="quiet">From the runs below, made for this report.</p>
<h3>Every response that the contract documents</h3>
${table(['Response', 'Shown by', 'Result'], rows(responses))}
<h3>Every check</h3>
${table(['Check', 'Shown by', 'Result'], rows(checks))}
<h3>The runs</h3>
${table(['Command', 'Tests', 'Result'], runs.map(runCells))}
</section>`;
}

function resultsOf(subject: string, { by, results }: Row['evidence'][number]): string {
  if (results.length === 0) return `<p class="none">${escapeHtml(by)}: no test</p>`;
  const failed = results.filter(({ passed }) => !passed);
  const count = `${results.length - failed.length} of ${results.length} ${results.length === 1 ? 'test' : 'tests'} passed`;
  const reasons = failed.map(({ name, reason = '' }) => `<pre>${escapeHtml(`${name}: ${reason}`)}</pre>`).join('');
  const summary = `${escapeHtml(by)}: ${count}`;
  const [first, ...others] = results;
  if (first !== undefined && others.length === 0)
    return `<p>${summary}${first.name === subject ? '' : ` (${escapeHtml(first.name)})`}</p>${reasons}`;
  const names = results.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<details><summary>${summary}</summary><ul class="results">${names}</ul></details>${reasons}`;
}

function runCells({ command, passed, results, output }: Run): string[] {
  // The output repeats the results, unless there are none.
  const why = results.length === 0 ? `<pre>${escapeHtml(output)}</pre>` : '';
  return [`${code(command)}${why}`, `${results.length}`, badge(passed ? 'good' : 'bad', passed ? 'passed' : 'failed')];
}

function lintResult({ linter, clean, output }: LintResult): string {
  const state = badge(clean ? 'good' : 'bad', clean ? 'clean' : 'not clean');
  return `<h3>${escapeHtml(linter)} ${state}</h3>\n<pre>${escapeHtml(output)}</pre>`;
}

/** Rules that are excepted for the same reason share a row. */
function exceptionTable(exceptions: readonly LintException[]): string {
  const groups = Map.groupBy(exceptions, ({ linter, places, reason }) => JSON.stringify([linter, places, reason]));
  const rows = [...groups.values()].map(([first, ...others]) => {
    const { linter = '', places = [], reason = '', rule = '' } = first ?? {};
    return [
      [rule, ...others.map((other) => other.rule)].map(code).join('<br>'),
      escapeHtml(linter),
      places.length === 0 ? 'everywhere' : places.map(code).join('<br>'),
      escapeHtml(reason),
    ];
  });
  return table(['Rule', 'Linter', 'Where', 'Why'], rows);
}
