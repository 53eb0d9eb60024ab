import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { YAMLSeq } from 'yaml';
import { compareContracts } from '../../contract/diff/released.ts';
import { operationsOf, type PlacedOperation } from '../../contract/document/operations.ts';
import { contractFiles, nameOf, readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import type { Contract, Operation } from '../../contract/document/types.ts';
import { testedContracts } from '../../contract/dredd/suites.ts';
import { exceptionsIn, lintExceptions } from '../../contract/lint/exceptions.ts';
import { sha256 } from '../../contract/released/sha256.ts';
import { requirementsOf } from '../../contract/report/conformance.ts';
import { inlineMarkdown } from '../../contract/report/html.ts';
import { membersOf } from '../../contract/report/members.ts';
import { originOf } from '../../contract/report/origin.ts';
import { renderPage } from '../../contract/report/page.ts';
import { missing, type Report, verdicts } from '../../contract/report/report.ts';
import { jestResults } from '../../contract/report/runs.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { RunningScript } from '../support/process.ts';
import { passedRuns, reportOn } from '../support/report.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const contract = readContract();
const responses = documentedResponses(contract);
const operations = operationsOf(contract);
const required = requirementsOf(contract);

test('the report on each contract', async () => {
  const files = ['openapi.html', 'openapi.redoc.html'].map((name) => join(root, 'reports', name)) as [string, string];
  await rm(join(root, 'reports'), { recursive: true, force: true });
  const script = new RunningScript(root, ['scripts/contract-report.ts']);
  expect({ exitCode: await script.exitCode, stdout: script.stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('conformance: all documented responses and checks passed'),
  });

  for (const file of contractFiles) {
    const page = await readFile(join(root, 'reports', `${nameOf(file)}.html`), 'utf8');
    expect(page).toContain(`SHA-256 of ${file}: <code>${await sha256(join(root, file))}</code>`);
    expect(page.includes('<section id="conformance">')).toBe(testedContracts.includes(file));
    expect(page).toContain(`<a href="${nameOf(file)}.redoc.html">`);
    const redoc = await readFile(join(root, 'reports', `${nameOf(file)}.redoc.html`), 'utf8');
    for (const { operation } of operationsOf(readContract(file))) expect(redoc).toContain(operation.summary);
  }

  const [page, redoc] = await Promise.all([readFile(files[0], 'utf8'), readFile(files[1], 'utf8')]);
  expect(page).toMatch(
    /<head>\s*<meta charset="utf-8">\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  );
  expect([...page.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id)).toEqual([
    'operations',
    'token',
    'changes',
    'conformance',
    'lint',
    'contract',
  ]);
  expect(redoc).toContain('"showExtensions":true');

  expect(page).toContain('Redocly CLI <span class="badge good">clean</span>');
  expect(page).toContain('Spectral <span class="badge good">clean</span>');
  for (const { rule, reason } of await lintExceptions()) {
    expect(page).toContain(rule);
    expect(unescapeHtml(page)).toContain(reason);
  }
  const rows = responses.length + required.checks.length;
  expect(page).toContain(`<strong>${rows} of ${rows} passed</strong>`);
  for (const { name } of responses) {
    expect(page).toMatch(
      new RegExp(`<code>${name}</code>.*Dredd: 1 of 1 test passed.*<span class="badge good">passed`),
    );
  }
  // Half of the 64 combinations violate the first check; of the others, half the second; and so on.
  const checks = operations[0]?.operation['x-checks'] ?? [];
  for (const [index, { name }] of checks.slice(0, 6).entries()) {
    const count = 2 ** (5 - index);
    expect(page).toMatch(
      new RegExp(
        `<code>submitVerse: ${index + 1}. ${name}</code>.*precedence.test.ts: ${count} of ${count} tests? passed`,
      ),
    );
  }
}, 300_000);

test('no report on a contract whose generated files are stale, and none of an earlier run', async () => {
  await using copy = await ContractCopy.create();
  const reports = join(copy.directory, 'reports');
  await mkdir(reports);
  await writeFile(join(reports, 'openapi.html'), 'all documented responses and checks passed');
  await copy.edit((contract) => {
    const checks = contract.getIn(['paths', '/api/submit-verse', 'post', 'x-checks']) as YAMLSeq;
    checks.items.push(...checks.items.splice(4, 1));
  });
  const { status, stdout, stderr } = copy.run('scripts/contract-report.ts');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Out of date: src\/generated\/openapi\.ts, .*\. Run `npm run codegen` and commit the result\.$/m,
  );
  await expect(readdir(copy.directory)).resolves.not.toContain('reports');
}, 120_000);

describe('only what passed is reported as passed', () => {
  const [dredd, precedence] = passedRuns(contract);
  const verdictOf = ({ responses, checks }: Report) =>
    Object.fromEntries([...responses, ...checks].map(({ subject, verdict }) => [subject, verdict]));

  test('with a test of each, nothing is missing', () => {
    expect(missing(reportOn())).toEqual([]);
    expect(verdicts(reportOn())).toEqual({ lint: true, changes: true, conformance: true });
  });

  test('runs without results show nothing', () => {
    const report = reportOn(contract, [
      { ...dredd, results: [] },
      { ...precedence, results: [] },
    ]);
    expect(new Set(Object.values(verdictOf(report)))).toEqual(new Set(['not shown']));
    expect(missing(report)).toHaveLength(responses.length + required.checks.length);
  });

  test.each([...dredd.results, ...precedence.results])('$name: without its test, it is missing', async ({ name }) => {
    const runs = [dredd, precedence].map((run) => ({
      ...run,
      results: run.results.filter((result) => result.name !== name),
    }));
    const report = reportOn(contract, runs);
    expect(verdicts(report).conformance).toBe(false);
    const subject = name.replace(/^(\w+): (\w+)$/, '$1: \\d. $2'); // a check has its number in the report
    expect(missing(report).join('\n')).toMatch(new RegExp(`^not shown: ${subject} \\(no test of .*\\)$`, 'm'));
    expect(await renderPage(report)).toContain('<span class="badge bad">not shown</span>');
  });

  test('without a run, there is nothing of responses and checks', async () => {
    const report = reportOn(contract, []);
    expect(verdicts(report)).toEqual({ lint: true, changes: true, conformance: true });
    const page = await renderPage(report);
    expect(page).not.toContain('id="conformance"');
    expect(page).not.toContain('href="#conformance"');
  });

  test('no test of an operation is credited to another one', () => {
    const third = structuredClone(contract);
    const path = third.paths['/api/submissions'];
    if (path !== undefined) path.delete = { ...(path.get as NonNullable<typeof path.get>), operationId: 'deleteAll' };
    const report = reportOn(third, [dredd, precedence], contract);
    expect(missing(report).map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'not shown: DELETE /api/submissions 200',
      'not shown: DELETE /api/submissions 401',
      'not shown: DELETE /api/submissions 500',
      'not shown: deleteAll: 1. authenticated',
      'not shown: deleteAll: 2. read',
    ]);
  });

  test('a failed response fails the checks that return it, and no others', () => {
    const failing = 'POST /api/submit-verse 429';
    const reason = 'the header Retry-After is missing';
    const results = dredd.results.map((result) =>
      result.name === failing ? { ...result, passed: false, reason } : result,
    );
    expect(missing(reportOn(contract, [{ ...dredd, passed: false, results }, precedence]))).toEqual([
      `failed: ${failing} (Dredd: ${reason})`,
      `failed: submitVerse: 5. cooldown (Dredd: ${reason})`,
      'failed: npm run dredd',
    ]);
  });

  test('skipped and failed tests of Jest have not passed, nor has a run without results', () => {
    const assertionResults = [
      { title: 'submitVerse: readable', status: 'passed', failureMessages: [] },
      { title: 'submitVerse: readable + verse', status: 'failed', failureMessages: ['expected 400'] },
      { title: 'submitVerse: verse', status: 'pending', failureMessages: [] },
    ];
    const results = jestResults(JSON.stringify({ testResults: [{ assertionResults }] }));
    expect(verdictOf(reportOn(contract, [dredd, { ...precedence, results }]))).toMatchObject({
      'submitVerse: 2. readable': 'failed',
      'submitVerse: 6. verse': 'not shown',
      'submitVerse: 7. scheduled': 'passed',
    });
    expect(jestResults('{}')).toEqual([]);
  });

  const good = reportOn();

  test.each<{ title: string; report: Partial<Report>; faulty: object; says: string }>([
    {
      title: 'a failed run without a failed test',
      report: { runs: [{ ...dredd, passed: false, results: [], output: 'Interrupted by <SIGINT>' }] },
      faulty: { conformance: false },
      says: '<pre>Interrupted by &#60;SIGINT&#62;</pre>',
    },
    {
      title: 'a report without requirements',
      report: { responses: [], checks: [] },
      faulty: { conformance: false },
      says: '0 of 0 passed',
    },
    {
      title: 'a linter that is not clean',
      report: { lint: [{ linter: 'Spectral', clean: false, output: 'info-contact' }] },
      faulty: { lint: false },
      says: '<span class="badge bad">not clean</span>',
    },
    {
      title: 'a version that is too low',
      report: { comparison: { ...good.comparison, fault: 'Set info.version to 2.0.0' } },
      faulty: { changes: false },
      says: '<p class="fault">Set info.version to 2.0.0.</p>',
    },
  ])('$title is a fault', async ({ report, faulty, says }) => {
    expect(verdicts({ ...good, ...report })).toEqual({ lint: true, changes: true, conformance: true, ...faulty });
    expect(await renderPage({ ...good, ...report })).toContain(says);
  });
});

describe('what the page says', () => {
  /** The page on this contract, compared with an edited copy of it. */
  async function pageAfter(edit: (released: Contract, contract: Contract) => void): Promise<string> {
    const [released, current] = [structuredClone(contract), structuredClone(contract)];
    edit(released, current);
    return unescapeHtml(await renderPage(reportOn(current, passedRuns(current), released)));
  }
  const submitVerse = ({ paths }: Contract) => paths['/api/submit-verse']?.post as unknown as Operation;
  const checksIn = (page: string) =>
    [...page.matchAll(/<span class="check">(\w+)(?: <span class="badge differs">([^<]*)<\/span>)?/g)].map(
      ([, name, note]) => (note === undefined ? name : `${name}: ${note}`),
    );
  const currentChecks = operations.flatMap(({ operation }) => operation['x-checks']?.map(({ name }) => name) ?? []);

  test('the checks of each operation in their order, with their rejections', async () => {
    const page = await pageAfter(() => {});
    expect(checksIn(page)).toEqual(currentChecks);
    expect(page).not.toContain('<h5>');
    const [first = ''] = page.match(/<ol class="checks">.*?<\/ol>/s) ?? [];
    expect(
      [...first.matchAll(/<li><b>(\d+)<\/b> (.*?)<\/li>/g)].map(([, status, text]) => `${status} ${text}`),
    ).toEqual([
      '401 Unauthorized',
      '400 Invalid JSON body',
      '413 Request body too large, when the body is larger than the limit',
      '400 A valid localDate (YYYY-MM-DD) is required',
      "403 Solve today's puzzle first",
      '429 Cooldown active',
      '400 e.g. verse must be an integer from 1 to 36: John 3 has 36 verses',
      '500 Failed to schedule submission',
    ]);
  });

  test('the old and the new order side by side, where they differ', async () => {
    const page = await pageAfter((released) => {
      const checks = submitVerse(released)['x-checks'] ?? [];
      checks.splice(4, 2, checks[5] as (typeof checks)[0], { ...(checks[4] as (typeof checks)[0]), status: 409 });
      checks.push({ ...(checks[6] as (typeof checks)[0]), name: 'counted' });
    });
    expect([...page.matchAll(/<h5>(.*?)<\/h5>/g)].map(([, heading]) => heading)).toEqual([
      `Before: ${contract.info.version}`,
      `Now: ${contract.info.version}`,
    ]);
    expect(checksIn(page)).toEqual([
      ...['authenticated', 'readable', 'localDate', 'solvedToday'],
      ...['verse: now number 6', 'cooldown: now number 5, other rejection', 'scheduled', 'counted: gone'],
      ...['authenticated', 'readable', 'localDate', 'solvedToday'],
      ...['cooldown: was number 6, other rejection', 'verse: was number 5', 'scheduled'],
      ...currentChecks.slice(7),
    ]);
  });

  test('a new operation first and one that is gone last, with their only order', async () => {
    const eligibility = operations.find(({ path }) => path === '/api/eligibility')?.operation['x-checks'] ?? [];
    const own = eligibility.map(({ name }) => name);
    const others = operations
      .filter(({ path }) => path !== '/api/eligibility')
      .flatMap(({ operation }) => operation['x-checks']?.map(({ name }) => name) ?? []);
    const fresh = await pageAfter((released) => {
      delete released.paths['/api/eligibility'];
    });
    expect(fresh).toContain('<h3><code>GET /api/eligibility</code> <span class="badge new">new</span></h3>');
    expect(checksIn(fresh)).toEqual([...own, ...others]);
    const gone = await pageAfter((_, current) => {
      delete current.paths['/api/eligibility'];
    });
    expect(gone).toContain('<h3><code>GET /api/eligibility</code> <span class="badge gone">gone</span></h3>');
    expect(checksIn(gone)).toEqual([...others, ...own.map((name) => `${name}: gone`)]);
    expect(fresh + gone).not.toContain('<h5>');
  });

  test('of a new contract, that it is new, and all of its operations', async () => {
    const comparison = compareContracts('openapi.yaml', undefined, contract);
    const page = await renderPage({ ...reportOn(), released: undefined, comparison });
    expect(page).toContain('class="good"><strong>New</strong> No version has been released.</a>');
    expect(page).toContain('<h2>A new contract</h2>');
    expect(page.match(/<span class="badge new">new<\/span>/g)).toHaveLength(operations.length);
    expect(checksIn(page)).toEqual(currentChecks);
  });

  test('what an operation takes and returns, but for fixed texts', () => {
    const [{ operation }] = operations as [PlacedOperation];
    const lines = membersOf(contract, operation).map(
      ({ part, name, type, required, limits }) =>
        `${part} ${name}: ${required ? 'required' : 'optional'} ${type}, ${limits.map(([keyword, values]) => `${keyword} ${values.length > 1 ? `${values.length} values` : values}`).join(', ')}`,
    );
    expect(lines).toEqual([
      'header Idempotency-Key: optional string, pattern ^[!-~]{1,255}$, minLength 1, maxLength 255',
      'header X-Request-Id: optional string, pattern ^[A-Za-z0-9._-]{1,64}$, minLength 1, maxLength 64',
      'body localDate: required string, pattern ^\\d{4}-\\d{2}-\\d{2}$, maxLength 10',
      'body bookId: required string, enum 66 values',
      'body chapter: required integer (int32), minimum 1, maximum 150',
      'body verse: required integer (int32), minimum 1, maximum 176',
      '201 ScheduledVerse : required object, additionalProperties false',
      '201 ScheduledVerse scheduledDate: required string (date), maxLength 10',
      expect.stringMatching(/^201 ScheduledVerse reference: required string, pattern .*, minLength 1, maxLength 64$/),
      expect.stringMatching(/^201 ScheduledVerse windowText: required string, pattern .*, minLength 1, maxLength 64$/),
      '400 InvalidVerse : required object, additionalProperties false',
      '400 InvalidVerse error: required string, pattern ^(bookId|chapter|verse) must be , maxLength 128, x-messages 4 values',
      '429 header Retry-After: required integer (int32), minimum 1, maximum 2147483647',
      '429 CooldownActive : required object, additionalProperties false',
      expect.stringMatching(
        /^429 CooldownActive cooldownEndsAt: required string \(date-time\), pattern .*, maxLength 24$/,
      ),
    ]);
  });

  test('lists, objects in objects, and a schema that contains itself once', () => {
    const current = structuredClone(contract);
    Object.assign(current.components.schemas['Submission']?.properties ?? {}, {
      tags: { type: 'array', items: { type: 'string', nullable: true, maxLength: 5 } },
      earlier: { $ref: '#/components/schemas/Submission' },
    });
    const list = operationsOf(current).find(({ path }) => path === '/api/submissions') as PlacedOperation;
    const members = membersOf(current, list.operation);
    expect(members.map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`)).toEqual([
      'X-Request-Id?: string',
      'submissions: array',
      'submissions[].scheduledDate: string (date)',
      'submissions[].movedFrom?: string (date)',
      'submissions[].reference: string',
      'submissions[].bookId: string',
      'submissions[].chapter: integer (int32)',
      'submissions[].verse: integer (int32)',
      'submissions[].submittedAt: string (date-time)',
      'submissions[].tags?: array',
      'submissions[].tags[]: string or null',
      'submissions[].earlier?: object',
      'withdrawn?: array',
      'withdrawn[].reference: string',
      'withdrawn[].bookId: string',
      'withdrawn[].chapter: integer (int32)',
      'withdrawn[].verse: integer (int32)',
      'withdrawn[].submittedAt: string (date-time)',
      'withdrawn[].withdrawnAt: string (date-time)',
      'withdrawn[].withdrawnFrom: string (date)',
    ]);
  });

  test('the limits of members in a table, of a long list only the ends', async () => {
    const page = await pageAfter(() => {});
    expect(page).toContain(
      '<td data-heading="Part">body</td><td data-heading="Member"><code>bookId</code></td><td data-heading="Type">string</td>' +
        '<td data-heading="Required">yes</td><td data-heading="Limits">enum <code>GEN</code> to <code>REV</code>, 66 values</td>',
    );
    expect(page).toContain('<td data-heading="Limits">minimum <code>1</code>, maximum <code>150</code></td>');
  });

  test('the token, the cooldown and the size of a body', async () => {
    const rulesIn = (page: string) =>
      [...page.matchAll(/<tr><td data-heading="Rule">(.*?)<\/td><td data-heading="Value">(.*?)<\/td>/g)].map(
        ([, rule, value]) => `${rule}: ${value}`.replace(/<\/?code>/g, ''),
      );
    const page = await pageAfter(() => {});
    expect(page).toContain('<code>exp</code> is required and has no tolerance.');
    expect(rulesIn(page)).toEqual([
      'Token: http bearer JWT',
      'Required by: POST /api/submit-verse<br>GET /api/eligibility<br>GET /api/submissions',
      'Length of sub, the player’s id: 1 to 255 characters',
      'How far nbf may lie ahead: 5 seconds (PT5S)',
      'Cooldown of POST /api/submit-verse: 168 hours (PT168H)',
      'Body of POST /api/submit-verse: at most 65536 bytes',
    ]);
    const withRoles = await pageAfter((_, current) => {
      const scheme = current.components.securitySchemes?.['bearerAuth'];
      const editor = { description: 'Changes things.', includes: ['viewer'] };
      Object.assign(scheme ?? {}, { 'x-roles': { viewer: { description: 'Sees things.' }, editor } });
      submitVerse(current)['x-role'] = 'editor';
    });
    expect(rulesIn(withRoles)).toEqual(
      expect.arrayContaining([
        'Role viewer: Sees things.',
        'Role editor: Changes things. It includes viewer.',
        'Role for POST /api/submit-verse: editor',
      ]),
    );
    const open = await pageAfter((_, current) => {
      submitVerse(current).security = [];
    });
    expect(rulesIn(open)).toContain('Required by: GET /api/eligibility<br>GET /api/submissions');
  });

  test('a breaking change as such, even where the version is right', async () => {
    const page = await pageAfter((released, current) => {
      released.info.version = '1.2.0';
      current.info.version = '2.0.0';
      delete current.paths['/api/eligibility'];
    });
    expect(page).toContain(
      'class="bad"><strong>1 breaking, 1 wording</strong> since 1.2.0. Clients written for the last release may fail. The version 2.0.0 is right.</a>',
    );
    expect(page).toContain(
      '<span class="badge breaking">breaking</span> Clients written for the last release may fail.',
    );
    expect(page).toContain(
      '<span class="badge breaking">breaking</span><span><code>/paths/~1api~1eligibility/get</code>',
    );
    expect(page).not.toContain('class="fault"');
  });

  test.each([
    [{ commit: undefined, changed: false }, 'Commit unknown: git knows no repository here.'],
    [{ commit: 'abc123', changed: false }, 'Commit <code>abc123</code><br>'],
    [{ commit: 'abc123', changed: true }, 'Commit <code>abc123</code> <strong>with uncommitted changes</strong><br>'],
  ])('the commit %j and the checksum', async (state, says) => {
    const page = await renderPage({ ...reportOn(), origin: { ...state, checksum: 'f00d' } });
    expect(page).toContain(says);
    expect(page).toContain('SHA-256 of openapi.yaml: <code>f00d</code>');
  });
});

test('the commit is known within a repository only, with whether a file differs from it', async () => {
  const directory = await temporaryDirectory();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: directory,
      encoding: 'utf8',
    }).trim();
  const file = join(directory, 'openapi.yaml');
  await writeFile(file, 'openapi: 3.0.3\n');
  const checksum = await sha256(file);
  expect(await originOf('openapi.yaml', directory)).toEqual({ commit: undefined, changed: false, checksum });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  const commit = git('rev-parse', 'HEAD');
  expect(await originOf('openapi.yaml', directory)).toEqual({ commit, changed: false, checksum });
  await writeFile(file, 'openapi: 3.0.4\n');
  expect(await originOf('openapi.yaml', directory)).toEqual({ commit, changed: true, checksum: await sha256(file) });
  await rm(directory, { recursive: true });
});

describe('the exceptions from the rules of the linters', () => {
  test('are all found in the configuration, each with its reason', async () => {
    const files = ['redocly.yaml', '.spectral.yaml', '.redocly.lint-ignore.yaml'];
    const sources = await Promise.all(files.map((file) => readFile(join(root, 'contract/lint', file), 'utf8')));
    const [rules, findings] = [/^ +[\w:-]+: off$/gm, /^ {2}[\w-]+:$/gm];
    const written = sources.map((source, index) => source.match(index < 2 ? rules : findings)?.length ?? 0);
    const exceptions = await lintExceptions();
    expect(exceptions).toHaveLength(written.reduce((sum, count) => sum + count));
    expect(exceptions).toContainEqual({
      linter: 'Spectral',
      rule: 'owasp:api8:2023-define-error-validation',
      places: ['openapi.yaml paths /api/submissions get responses'],
      reason: 'It takes no input that could be malformed.',
    });
    expect(exceptions).toContainEqual({
      linter: 'Redocly CLI',
      rule: 'no-unused-components',
      places: [
        'openapi.yaml components responses BadRequest',
        'openapi.yaml components responses NotFound',
        'openapi.yaml components responses MethodNotAllowed',
      ],
      reason: expect.stringMatching(/^The responses to requests, paths .* no operation can refer to them\.$/),
    });
  });

  test.each([
    ['rules', 'rules:\n  # Why one is off.\n  one: off\n  two: off\n'],
    [
      'overrides',
      'overrides:\n  # Why one is off.\n  - files: [a]\n    rules: { one: off }\n  - files: [b]\n    rules: { two: off }\n',
    ],
  ])('without a reason of their own, they are an error: %s', (_, source) => {
    expect(() => exceptionsIn('Spectral', '.spectral.yaml', source)).toThrow(
      '.spectral.yaml: the exception from two has no comment with its reason',
    );
  });
});

test.each([
  ['`a < b` became ``c ` d``', '<code>a &#60; b</code> became <code>c ` d</code>'],
  ['**Lost responses.** An `Idempotency-Key`', '<strong>Lost responses.</strong> An <code>Idempotency-Key</code>'],
  ['<script>', '&#60;script&#62;'],
])('Markdown %s', (markdown, html) => {
  expect(inlineMarkdown(markdown)).toBe(html);
});

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
