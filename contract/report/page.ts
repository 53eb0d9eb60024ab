import { readFile } from 'node:fs/promises';
import { escapeHtml } from '../../src/pages/escape-html.ts';
import { mostSevere } from '../diff/change.ts';
import { nameOf } from '../document/read.ts';
import { changesInWords, changesSection, meanings } from './changes-section.ts';
import { evidenceSection } from './evidence-section.ts';
import { code } from './html.ts';
import { operationsSection } from './operations-section.ts';
import type { Origin } from './origin.ts';
import { type Report, verdicts } from './report.ts';
import { tokenSection } from './token-section.ts';

/** The page loads nothing. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as an HTML page that loads nothing. It links to the contract's page of Redoc in the same folder. */
export async function renderPage(report: Report): Promise<string> {
  const { contract, made, origin, comparison } = report;
  const redoc = `${nameOf(comparison.file)}.redoc.html`;
  const css = await readFile(new URL('page.css', import.meta.url), 'utf8');
  const heading = escapeHtml(`${contract.info.title} ${contract.info.version}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}: contract report</title>
<style>
${css}</style>
</head>
<body>
<header>
<h1>${heading}</h1>
<p class="quiet">The contract, for review. Made on ${escapeHtml(made.toString({ smallestUnit: 'minute' }).replace('T', ' at ').replace('Z', ' UTC'))}.<br>
${commit(origin)}<br>
SHA-256 of ${escapeHtml(comparison.file)}: ${code(origin.checksum)}</p>
${tiles(report)}
</header>
<main>
${operationsSection(report)}
${tokenSection(contract)}
${changesSection(report)}
${evidenceSection(report)}
<section id="contract">
<h2>The contract</h2>
<p><a href="${redoc}">${redoc}</a> shows the whole contract: descriptions, examples, headers and shared responses. It loads nothing either.</p>
</section>
</main>
</body>
</html>
`;
}

function commit({ commit, changed }: Origin): string {
  if (commit === undefined) return 'Commit unknown: git knows no repository here.';
  return `Commit ${code(commit)}${changed ? ' <strong>with uncommitted changes</strong>' : ''}`;
}

/** The verdicts at a glance. A breaking change is marked even where the version is right. */
function tiles(report: Report): string {
  const { comparison, responses, checks, lint, runs } = report;
  const verdict = verdicts(report);
  const rows = [...responses, ...checks];
  const passed = rows.filter((row) => row.verdict === 'passed').length;
  const clean = lint.filter((result) => result.clean).length;
  const level = mostSevere(comparison.changes);
  const tile = (id: string, kind: string, strong: string, rest: string) =>
    `<li><a href="#${id}" class="${kind}"><strong>${escapeHtml(strong)}</strong> ${escapeHtml(rest)}</a></li>`;
  const state = (good: boolean) => (good ? 'good' : 'bad');
  const since = `since ${comparison.released}. ${level === undefined ? '' : `${meanings[level]} `}The version ${comparison.version} is ${verdict.changes ? 'right' : 'too low'}.`;
  const changes =
    comparison.released === undefined
      ? tile('changes', 'good', 'New', 'No version has been released.')
      : tile('changes', level === 'breaking' ? 'bad' : state(verdict.changes), changesInWords(comparison), since);
  const tested = tile(
    'conformance',
    state(verdict.conformance),
    `${passed} of ${rows.length} passed`,
    'documented responses and checks, tested on the real service',
  );
  return `<ul class="tiles">
${changes}
${runs.length === 0 ? '' : tested}
${tile('lint', state(verdict.lint), `${clean} of ${lint.length} linters clean`, lint.map(({ linter }) => linter).join(', '))}
</ul>`;
}
