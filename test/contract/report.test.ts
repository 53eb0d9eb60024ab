import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { YAMLSeq } from 'yaml';
import { documentedResponses, operationsOf, readContract } from '../../contract/document.ts';
import { checksPictures } from '../../contract/report/checks-picture.ts';
import { conformance, type Requirement, type Run, requirementsOf } from '../../contract/report/conformance.ts';
import { inlineMarkdown } from '../../contract/report/html.ts';
import { type Report, renderPage, verdicts } from '../../contract/report/page.ts';
import { jestResults } from '../../contract/report/runs.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { RunningScript } from '../support/process.ts';

const contract = readContract();
const responses = documentedResponses(contract);
const operations = operationsOf(contract);
const checks = operations.flatMap(({ operation }) => operation['x-checks'] ?? []);
const required = requirementsOf(contract);

test('the report on this contract', async () => {
  const files = ['contract.html', 'redoc.html'].map((name) => join(root, 'reports', name)) as [string, string];
  for (const file of files) await rm(file, { force: true });
  const script = new RunningScript(root, ['scripts/contract-report.ts']);
  await expect(script.exitCode).resolves.toBe(0);
  expect(script.stdout).toContain('conformance: all documented responses and checks passed');

  const [page, redoc] = await Promise.all([readFile(files[0], 'utf8'), readFile(files[1], 'utf8')]);
  expect(loadedBy(page)).toEqual([]);
  expect(page).toMatch(
    /<head>\s*<meta charset="utf-8">\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  );
  expect(page).toContain('<a href="redoc.html">');
  expect(redoc).toContain('Submit a verse for a future puzzle');

  expect(page).toContain('<svg');
  expect(page).toContain('Redocly CLI <span class="badge passed">clean</span>');
  expect(page).toContain('Spectral <span class="badge passed">clean</span>');
  const rows = responses.length + checks.length;
  expect(page).toContain(`<strong>${rows} of ${rows} passed</strong>`);
  for (const { name } of responses) {
    expect(page).toMatch(
      new RegExp(`<code>${name}</code>.*Dredd: 1 of 1 test passed.*<span class="badge passed">passed`),
    );
  }
  // Half of the 64 combinations violate the first check; of the others, half the second; and so on.
  for (const [index, { name }] of checks.slice(0, 6).entries()) {
    const count = 2 ** (5 - index);
    expect(page).toMatch(
      new RegExp(
        `<code>submitVerse: ${index + 1}. ${name}</code>.*test/handlers/precedence.test.ts: ${count} of ${count} tests? passed`,
      ),
    );
  }
}, 120_000);

test('no report on a contract whose generated files are stale, and none of an earlier run', async () => {
  await using copy = await ContractCopy.create();
  const reports = join(copy.directory, 'reports');
  await mkdir(reports);
  await writeFile(join(reports, 'contract.html'), 'all documented responses and checks passed');
  await copy.edit((contract) => {
    const checks = contract.getIn(['paths', '/api/submit-verse', 'post', 'x-checks']) as YAMLSeq;
    checks.items.push(...checks.items.splice(4, 1));
  });
  const { status, stdout, stderr } = copy.run('scripts/contract-report.ts');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Out of date: src\/generated\/openapi\.json, .*\. Run `npm run codegen` and commit the result\.$/m,
  );
  await expect(readdir(copy.directory)).resolves.not.toContain('reports');
});

describe('only what passed is reported as passed', () => {
  const dredd: Run = { by: 'Dredd', command: 'npm run dredd', passed: true, output: '', results: [] };

  test('a run without results shows nothing', () => {
    const rows = conformance([...required.responses, ...required.checks], [dredd]);
    expect(rows).toHaveLength(responses.length + checks.length);
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['not shown']));
  });

  test('a failed response fails the checks that return it, and no others', () => {
    const failing = 'POST /api/submit-verse 429';
    const reason = 'the header Retry-After is missing';
    const results = responses.map(({ name }) =>
      name === failing ? { name, passed: false, reason } : { name, passed: true },
    );
    const failed = (requirements: Requirement[]) =>
      conformance(requirements, [{ ...dredd, passed: false, results }]).filter(({ verdict }) => verdict !== 'passed');
    expect(failed(required.responses)).toMatchObject([
      { subject: failing, verdict: 'failed', evidence: [{ results: [{ reason }] }] },
    ]);
    expect(failed(required.checks)).toMatchObject([{ subject: 'submitVerse: 5. cooldown', verdict: 'failed' }]);
  });

  test('skipped and failed tests of Jest have not passed, nor has a run without results', () => {
    const assertionResults = [
      { title: 'submitVerse: readable', status: 'passed', failureMessages: [] },
      { title: 'submitVerse: readable + verse', status: 'failed', failureMessages: ['expected 400'] },
      { title: 'submitVerse: verse', status: 'pending', failureMessages: [] },
    ];
    const results = jestResults(JSON.stringify({ testResults: [{ assertionResults }] }));
    const rows = conformance(required.checks, [{ ...dredd, by: 'test/handlers/precedence.test.ts', results }]);
    expect(Object.fromEntries(rows.map(({ subject, verdict }) => [subject, verdict]))).toMatchObject({
      'submitVerse: 2. readable': 'failed',
      'submitVerse: 6. verse': 'not shown',
    });
    expect(jestResults('{}')).toEqual([]);
  });

  const good: Report = {
    title: 'Verses',
    made: Temporal.Instant.from('2026-11-21T09:30:00Z'),
    comparison: { released: '1.0.0', version: '1.0.0', changes: [], fault: undefined },
    lint: [{ linter: 'Spectral', clean: true, output: '' }],
    pictures: [],
    responses: [{ subject: '404 NotFound', evidence: [], verdict: 'passed' }],
    checks: [],
    runs: [dredd],
  };

  test.each<{ title: string; report: Partial<Report>; faulty: object; says: string }>([
    {
      title: 'a response that no test showed',
      report: { responses: [{ subject: '404 NotFound', evidence: [], verdict: 'not shown' }] },
      faulty: { conformance: false },
      says: '<span class="badge missing">not shown</span>',
    },
    {
      title: 'a failed run without a failed test',
      report: { runs: [{ ...dredd, passed: false, output: 'Interrupted by <SIGINT>' }] },
      faulty: { conformance: false },
      says: '<pre>Interrupted by &#60;SIGINT&#62;</pre>',
    },
    {
      title: 'a report without requirements',
      report: { responses: [] },
      faulty: { conformance: false },
      says: '0 of 0 passed',
    },
    {
      title: 'a linter that is not clean',
      report: { lint: [{ linter: 'Spectral', clean: false, output: 'info-contact' }] },
      faulty: { lint: false },
      says: '<span class="badge failed">not clean</span>',
    },
    {
      title: 'a version that is too low',
      report: { comparison: { ...good.comparison, fault: 'Set info.version to 2.0.0' } },
      faulty: { changes: false },
      says: '<p class="fault">Set info.version to 2.0.0.</p>',
    },
  ])('$title is a fault', async ({ report, faulty, says }) => {
    expect(verdicts(good)).toEqual({ lint: true, changes: true, conformance: true });
    expect(verdicts({ ...good, ...report })).toEqual({ lint: true, changes: true, conformance: true, ...faulty });
    expect(await renderPage({ ...good, ...report })).toContain(says);
  });
});

test('each operation has a picture of its checks in their order, with their rejections', () => {
  const pictures = checksPictures(contract);
  expect(pictures.map(({ operation }) => operation)).toEqual(operations.map(({ name }) => name));
  const [{ svg } = { svg: '' }] = pictures;
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => unescapeHtml(text));
  const numbers = texts.flatMap((text, index) => (/^[1-9]$/.test(text) ? [texts[index + 1]] : []));
  expect(numbers).toEqual(operations[0]?.operation['x-checks']?.map(({ name }) => name));
  const rejections = texts.flatMap((text, index) => (/^[45]\d\d$/.test(text) ? [`${text} ${texts[index + 1]}`] : []));
  expect(rejections).toEqual([
    '401 Unauthorized',
    '400 Invalid JSON body',
    '413 Request body too large — when the body is larger than the limit',
    '400 A valid localDate (YYYY-MM-DD) is required',
    "403 Solve today's puzzle first",
    '429 Cooldown active',
    '400 e.g. verse must be an integer from 1 to 36: John 3 has 36 verses',
    '500 Failed to schedule submission',
  ]);
});

test.each([
  ['`a < b` became ``c ` d``', '<code>a &#60; b</code> became <code>c ` d</code>'],
  ['**Lost responses.** An `Idempotency-Key`', '<strong>Lost responses.</strong> An <code>Idempotency-Key</code>'],
  ['<script>', '&#60;script&#62;'],
])('Markdown %s', (markdown, html) => {
  expect(inlineMarkdown(markdown)).toBe(html);
});

/** Every address that a browser fetches when it opens a page. Links are not fetched. */
function loadedBy(page: string): string[] {
  const scripts = /(<script\b[^>]*>)[\s\S]*?<\/script>/g;
  const tags = page.replace(scripts, '$1').match(/<(?!a\s)[a-z][^>]*>/gi) ?? [];
  const attribute = /\s(?:src|srcset|href|xlink:href|data|poster|action|background)\s*=\s*["']?([^\s"'>]+)/gi;
  const style = /(?:@import\s*|url\(\s*)["']?([^"')\s;]+)/gi;
  return [...tags.flatMap((tag) => [...tag.matchAll(attribute)]), ...page.replace(scripts, '').matchAll(style)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(data:|#)/.test(address));
}

test('every address that a browser fetches is found', () => {
  const page = `<script src="https://a.example/1">var url = "https://a.example/no"</script><img src=//a.example/2><a href="https://a.example/no">
    <link rel="stylesheet" href='/3'><style>@import "https://a.example/4"; p { background: url(https://a.example/5), url("data:,no"), url("6") }</style>`;
  expect(loadedBy(page).map((address) => address.slice(-1))).toEqual(['1', '2', '3', '4', '5', '6']);
});

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
