import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { answers } from '../../contract/dredd/answers.ts';
import { checksPictures } from '../../contract/report/checks-picture.ts';
import { conformance, type Requirement, type Run, requirementsOf } from '../../contract/report/conformance.ts';
import { inlineMarkdown } from '../../contract/report/html.ts';
import { type Report, renderPage, verdicts } from '../../contract/report/page.ts';
import { dreddResults, jestResults } from '../../contract/report/runs.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';

const contract = parse(await readFile(`${root}/openapi.yaml`, 'utf8'));
const checks: { name: string; status: number }[] = contract.paths['/api/submit-verse'].post['x-checks'];
const required = requirementsOf(
  contract,
  answers.map(({ name }) => name),
);

test('the page of the contract as it is', async () => {
  const script = new RunningScript(root, ['scripts/contract-report.ts']);
  await expect(script.exitCode).resolves.toBe(0);
  expect(script.stdout).toContain('conformance: all documented answers and checks passed');

  const html = await readFile(`${root}/reports/contract.html`, 'utf8');
  const [frame = ''] = [...html.matchAll(/ srcdoc="([^"]*)"/g)].map(([, text = '']) => unescapeHtml(text));
  const page = html.replace(/ srcdoc="[^"]*"/, '');
  for (const document of [page, frame]) {
    expect(loadedBy(document)).toEqual([]);
    // It comes before whatever could load something, and allows nothing from elsewhere.
    const [policy = ''] =
      /<head>\s*(?:<meta charset="utf-8">\s*)?<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(document) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|'self'|connect-src/);
  }
  expect(frame).not.toMatch(/cdn\.redoc|otel\.cloud/);
  expect(frame).toContain('"disableTelemetry":true');

  expect(page).toContain('<svg');
  expect(page).toContain('Redocly CLI <span class="badge passed">clean</span>');
  expect(page).toContain('Spectral <span class="badge passed">clean</span>');
  const rows = answers.length + checks.length;
  expect(page).toContain(`<strong>${rows} of ${rows} passed</strong>`);
  for (const { name } of answers) {
    expect(page).toMatch(
      new RegExp(`<code>${name}</code>.*Dredd: 1 of 1 test passed.*<span class="badge passed">passed`),
    );
  }
  // Half of the 64 combinations violate the first check; of the others, half the second; and so on.
  for (const [index, { name }] of checks.slice(0, 6).entries()) {
    const count = 2 ** (5 - index);
    expect(page).toMatch(
      new RegExp(
        `<code>${index + 1}. ${name}</code>.*test/handlers/precedence.test.ts: ${count} of ${count} tests? passed`,
      ),
    );
  }
}, 120_000);

describe('nothing is said to have passed that did not', () => {
  const dredd: Run = { by: 'Dredd', command: 'npm run dredd', exitCode: 0, output: '', results: [] };

  test('without runs, nothing is shown', () => {
    const rows = conformance([...required.answers, ...required.checks], [dredd]);
    expect(rows).toHaveLength(answers.length + checks.length);
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['not shown']));
  });

  test('a run of Dredd with a fault: the answer failed, and the checks that give other answers did not', async () => {
    const script = new RunningScript(root, ['scripts/dredd.ts', '--fault', 'a missing Retry-After']);
    const exitCode = await script.exitCode;
    const run = { ...dredd, exitCode, results: dreddResults(`${script.stdout}${script.stderr}`) };
    const failed = (requirements: Requirement[]) =>
      conformance(requirements, [run]).filter(({ verdict }) => verdict !== 'passed');
    expect(failed(required.answers)).toMatchObject([
      {
        subject: 'POST /api/submit-verse 429',
        verdict: 'failed',
        evidence: [{ results: [{ reason: expect.stringContaining('the header Retry-After is missing') }] }],
      },
    ]);
    expect(failed(required.checks)).toMatchObject([{ subject: '5. cooldown', verdict: 'failed' }]);
  });

  test('an answer that Dredd let pass, but that was wrong', () => {
    expect(dreddResults('pass: 404 NotFound duration: 8ms\n404 NotFound: no transaction showed this answer\n')).toEqual(
      [{ name: '404 NotFound', passed: false, reason: 'no transaction showed this answer' }],
    );
  });

  test('tests that Jest skipped, that failed, or of a run that gave no result', () => {
    const assertionResults = [
      { title: 'readable', status: 'passed', failureMessages: [] },
      { title: 'readable + verse', status: 'failed', failureMessages: ['expected 400'] },
      { title: 'verse', status: 'pending', failureMessages: [] },
    ];
    const results = jestResults(JSON.stringify({ testResults: [{ assertionResults }] }));
    const rows = conformance(required.checks, [{ ...dredd, by: 'test/handlers/precedence.test.ts', results }]);
    expect(Object.fromEntries(rows.map(({ subject, verdict }) => [subject, verdict]))).toMatchObject({
      '2. readable': 'failed',
      '6. verse': 'not shown',
    });
    expect(jestResults('{}')).toEqual([]);
  });

  const good: Report = {
    title: 'Verses',
    made: Temporal.Instant.from('2026-11-21T09:30:00Z'),
    comparison: { released: '1.0.0', version: '1.0.0', changes: [], fault: undefined },
    lint: [{ linter: 'Spectral', clean: true, output: '' }],
    pictures: [],
    answers: [{ subject: '404 NotFound', evidence: [], verdict: 'passed' }],
    checks: [],
    runs: [dredd],
    redoc: '',
  };

  test.each<{ title: string; report: Partial<Report>; red: object; says: string }>([
    {
      title: 'an answer that no test showed',
      report: { answers: [{ subject: '404 NotFound', evidence: [], verdict: 'not shown' }] },
      red: { conformance: false },
      says: '<span class="badge missing">not shown</span>',
    },
    {
      title: 'a run that failed although all of its tests passed',
      report: { runs: [{ ...dredd, exitCode: 1, output: 'Interrupted by <SIGINT>' }] },
      red: { conformance: false },
      says: '<pre>Interrupted by &#60;SIGINT&#62;</pre>',
    },
    { title: 'nothing to show', report: { answers: [] }, red: { conformance: false }, says: '0 of 0 passed' },
    {
      title: 'a linter with something to say',
      report: { lint: [{ linter: 'Spectral', clean: false, output: 'info-contact' }] },
      red: { lint: false },
      says: '<span class="badge failed">not clean</span>',
    },
    {
      title: 'a version that is too low',
      report: { comparison: { ...good.comparison, fault: 'Set info.version to 2.0.0' } },
      red: { changes: false },
      says: '<p class="fault">Set info.version to 2.0.0.</p>',
    },
  ])('$title is red', async ({ report, red, says }) => {
    expect(verdicts(good)).toEqual({ lint: true, changes: true, conformance: true });
    expect(verdicts({ ...good, ...report })).toEqual({ lint: true, changes: true, conformance: true, ...red });
    expect(await renderPage({ ...good, ...report })).toContain(says);
  });
});

test('the picture has the checks in their order, and what each of them answers', () => {
  const [{ svg, operation } = { svg: '', operation: '' }, ...others] = checksPictures(contract);
  expect(others).toEqual([]);
  expect(operation).toBe('POST /api/submit-verse');
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => unescapeHtml(text));
  const numbers = texts.flatMap((text, index) => (/^[1-9]$/.test(text) ? [texts[index + 1]] : []));
  expect(numbers).toEqual(checks.map(({ name }) => name));
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
  ['**Lost answers.** An `Idempotency-Key`', '<strong>Lost answers.</strong> An <code>Idempotency-Key</code>'],
  ['<script>', '&#60;script&#62;'],
])('Markdown %s', (markdown, html) => {
  expect(inlineMarkdown(markdown)).toBe(html);
});

/** Every address that a browser would fetch for a page by itself. Links are none: somebody has to follow them. */
function loadedBy(page: string): string[] {
  const scripts = /(<script\b[^>]*>)[\s\S]*?<\/script>/g;
  const tags = page.replace(scripts, '$1').match(/<(?!a\s)[a-z][^>]*>/gi) ?? [];
  const attribute = /\s(?:src|srcset|href|xlink:href|data|poster|action|background)\s*=\s*["']?([^\s"'>]+)/gi;
  const style = /(?:@import\s*|url\(\s*)["']?([^"')\s;]+)/gi;
  return [...tags.flatMap((tag) => [...tag.matchAll(attribute)]), ...page.replace(scripts, '').matchAll(style)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(data:|#)/.test(address));
}

test('what a browser would fetch is found', () => {
  const page = `<script src="https://a.example/1">var url = "https://a.example/no"</script><img src=//a.example/2><a href="https://a.example/no">
    <link rel="stylesheet" href='/3'><style>@import "https://a.example/4"; p { background: url(https://a.example/5), url("data:,no"), url("6") }</style>`;
  expect(loadedBy(page).map((address) => address.slice(-1))).toEqual(['1', '2', '3', '4', '5', '6']);
});

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
