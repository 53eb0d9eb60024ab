import { readFile } from 'node:fs/promises';
import { type Level, levels } from '../diff/change.ts';
import type { Comparison } from '../diff/released.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Row, Run } from './conformance.ts';
import { escapeHtml, inlineMarkdown } from './html.ts';

/** The page loads nothing. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export interface Report {
  readonly title: string;
  readonly made: Temporal.Instant;
  readonly comparison: Comparison;
  readonly lint: readonly LintResult[];
  readonly pictures: readonly { readonly operation: string; readonly svg: string }[];
  readonly responses: readonly Row[];
  readonly checks: readonly Row[];
  readonly runs: readonly Run[];
}

/** Whether each part of the report is without a fault. */
export function verdicts({ comparison, lint, responses, checks, runs }: Report) {
  const rows = [...responses, ...checks];
  return {
    lint: lint.every(({ clean }) => clean),
    changes: comparison.fault === undefined,
    conformance:
      rows.length > 0 && rows.every(({ verdict }) => verdict === 'passed') && runs.every(({ passed }) => passed),
  };
}

/** The report as an HTML page that loads nothing. It links to `redoc.html` in the same folder. */
export async function renderPage(report: Report): Promise<string> {
  const { title, made, comparison, pictures } = report;
  const css = await readFile(new URL('page.css', import.meta.url), 'utf8');
  const heading = escapeHtml(`${title} ${comparison.version}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}: contract report</title>
<style>
${css}</style>
</head>
<body>
<header>
<h1>${heading}</h1>
<p class="quiet">The contract, for review. Made on ${escapeHtml(made.toString({ smallestUnit: 'minute' }).replace('T', ' at ').replace('Z', ' UTC'))}</p>
${tiles(report)}
</header>
<main>
<section id="checks">
<h2>The order of the checks</h2>
${pictures.map(({ operation, svg }) => `<p class="quiet">${escapeHtml(operation)}: the first check that fails decides the response.</p>\n${svg}`).join('\n')}
</section>
<section id="changes">
<h2>What changed since ${escapeHtml(comparison.released)}</h2>
${changes(comparison)}
</section>
<section id="conformance">
<h2>Conformance</h2>
${conformanceTables(report)}
</section>
<section id="lint">
<h2>Lint</h2>
${report.lint.map(lintResult).join('\n')}
</section>
<section id="contract">
<h2>The contract</h2>
<p><a href="redoc.html">redoc.html</a> shows the whole contract. That page is Redocly's own, unchanged; unlike this page, it may load files from Redocly.</p>
</section>
</main>
</body>
</html>
`;
}

function tiles(report: Report): string {
  const { comparison, responses, checks, lint } = report;
  const verdict = verdicts(report);
  const rows = [...responses, ...checks];
  const passed = rows.filter((row) => row.verdict === 'passed').length;
  const clean = lint.filter((result) => result.clean).length;
  const tile = (id: string, good: boolean, strong: string, rest: string) =>
    `<li><a href="#${id}"${good ? '' : ' class="bad"'}><strong>${escapeHtml(strong)}</strong> ${escapeHtml(rest)}</a></li>`;
  return `<ul class="tiles">
${tile('changes', verdict.changes, counts(comparison), `since ${comparison.released}; the version is ${verdict.changes ? 'right' : 'too low'}`)}
${tile('conformance', verdict.conformance, `${passed} of ${rows.length} passed`, 'documented responses and checks, tested on the real service')}
${tile('lint', verdict.lint, `${clean} of ${lint.length} linters clean`, lint.map(({ linter }) => linter).join(', '))}
</ul>`;
}

function counts({ changes }: Comparison): string {
  const parts = levels.map(
    (level: Level) => [changes.filter((change) => change.level === level).length, level] as const,
  );
  const present = parts.filter(([count]) => count > 0).map(([count, level]) => `${count} ${level}`);
  return present.join(', ') || 'No changes';
}

function changes({ changes, fault, version, released }: Comparison): string {
  if (changes.length === 0 && fault === undefined)
    return `<p>Nothing: ${escapeHtml(version)} equals ${escapeHtml(released)}.</p>`;
  const items = changes.map(
    ({ level, where, what }) =>
      `<li><span class="badge ${level}">${level}</span><span>${inlineMarkdown(where)}: ${inlineMarkdown(what)}</span></li>`,
  );
  return `${fault === undefined ? '' : `<p class="fault">${escapeHtml(fault)}.</p>`}<ul class="changes">\n${items.join('\n')}\n</ul>`;
}

function conformanceTables({ responses, checks, runs }: Report): string {
  return `<p class="quiet">From the runs below, made for this report.</p>
<h3>Every response that the contract documents</h3>
${table('Response', responses)}
<h3>Every check</h3>
${table('Check', checks)}
<h3>The runs</h3>
<table><thead><tr><th>Command</th><th>Tests</th><th>Result</th></tr></thead><tbody>
${runs.map(runRow).join('\n')}
</tbody></table>`;
}

function table(subject: string, rows: readonly Row[]): string {
  return `<table><thead><tr><th>${subject}</th><th>Shown by</th><th>Result</th></tr></thead><tbody>
${rows.map(row).join('\n')}
</tbody></table>`;
}

function row({ subject, evidence, verdict }: Row): string {
  const kind = { passed: 'passed', failed: 'failed', 'not shown': 'missing' }[verdict];
  return `<tr><td><code>${escapeHtml(subject)}</code></td><td>${evidence.map(tests).join('')}</td><td><span class="badge ${kind}">${verdict}</span></td></tr>`;
}

function tests({ by, results }: Row['evidence'][number]): string {
  const failed = results.filter(({ passed }) => !passed);
  const passed = results.length - failed.length;
  const count = `${passed} of ${results.length} ${results.length === 1 ? 'test' : 'tests'} passed`;
  const reasons = failed.map(({ name, reason = '' }) => `<pre>${escapeHtml(`${name}: ${reason}`)}</pre>`).join('');
  const names = results.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<details><summary>${escapeHtml(by)}: ${count}</summary><ul>${names}</ul></details>${reasons}`;
}

function runRow({ command, passed, results, output }: Run): string {
  // The output repeats the results, unless there are none.
  const why = results.length === 0 ? `<pre>${escapeHtml(output)}</pre>` : '';
  const kind = passed ? 'passed' : 'failed';
  return `<tr><td><code>${escapeHtml(command)}</code>${why}</td><td>${results.length}</td><td><span class="badge ${kind}">${kind}</span></td></tr>`;
}

function lintResult({ linter, clean, output }: LintResult): string {
  const badge = `<span class="badge ${clean ? 'passed' : 'failed'}">${clean ? 'clean' : 'not clean'}</span>`;
  return `<h3>${escapeHtml(linter)} ${badge}</h3>\n<pre>${escapeHtml(output)}</pre>`;
}
