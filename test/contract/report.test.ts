import { expect, test } from '@jest/globals';
import { compareContracts } from '../../contract/diff/released.ts';
import { nextVersion } from '../../contract/diff/version.ts';
import { readContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { casesOf } from '../../contract/dredd/cases.ts';
import { sentencesIn } from '../../contract/dredd/sentences.ts';
import { type ContractReport, faultsOf, toMarkdown } from '../../contract/report.ts';

/**
 * The report on this contract, of which Dredd showed all but what `failed` has, compared with an
 * edited copy of it.
 */
function reportOn(failed: Readonly<Record<string, string>> = {}, edit: (released: Contract) => void = () => {}) {
  const [contract, released] = [readContract(), structuredClone(readContract())];
  edit(released);
  const results = casesOf('openapi.yaml').map(({ name, operation }) => ({
    ...{ name, operation, passed: failed[name] === undefined },
    ...(failed[name] !== undefined && { reason: failed[name] }),
  }));
  const comparison = compareContracts('openapi.yaml', released, contract, []);
  return { contract, sha256: 'f00d', comparison, results, sentences: sentencesIn('openapi.yaml') };
}

const { version } = readContract().info;
const all = casesOf('openapi.yaml').length;

const markdownOf = (report: ContractReport) =>
  toMarkdown([report], [{ name: 'Spectral', passed: true, output: '' }], 'abc-dirty');

test('the verdict, and of each operation the checks in their order, what was shown and the limits', () => {
  const markdown = markdownOf(reportOn());
  expect(faultsOf(reportOn())).toEqual([]);
  expect(markdown).toMatch(/^# Contracts for review\n\nCommit abc-dirty\n\n- \*\*passes\*\* Spectral\n/);
  expect(markdown).toContain(
    `\`openapi.yaml\`, SHA-256 \`f00d\`\n\n- ${all} of ${all} responses, orders and values shown by Dredd\n`,
  );
  const [submitVerse = ''] = markdown.match(/<details><summary><code>POST \/api\/submit-verse.*?<\/details>/s) ?? [];
  expect(submitVerse).toContain(`
1. authenticated: 401 \`Unauthorized\`
2. readable: 400 \`Invalid JSON body\`; 413 \`Request body too large\`, when the body is larger than the limit
3. localDate: 400 \`A valid localDate (YYYY-MM-DD) is required\`
4. solvedToday: 403 \`Solve today's puzzle first\`
5. cooldown: 429 \`Cooldown active\`
6. verse: 400 \`verse must be an integer from 1 to 36: John 3 has 36 verses\`
7. scheduled: 500 \`Failed to schedule submission\`

- shown: \`201\`, \`400 InvalidJsonBody\`, \`400 InvalidLocalDate\`, `);
  expect(submitVerse).toContain('`401 before 413`');
  for (const line of [
    '- x-cooldown `PT168H`',
    '- x-max-bytes `65536`',
    '- header Idempotency-Key, optional: type `string`, pattern `^[!-~]{1,255}$`, minLength `1`, maxLength `255`',
    '- body.bookId: type `string`, enum `GEN … REV (66)`',
    '- 429 Retry-After: type `integer`, format `int32`, minimum `1`, maximum `2147483647`',
  ]) {
    expect(submitVerse.split('\n')).toContain(line);
  }
  expect(markdown).toContain('\n- 200 SubmissionList.submissions[].movedFrom, optional: type `string`, format `date`');
  expect(markdown).toContain(
    '\n- `exp` is required, can have a fraction, and has no tolerance. — `GET /api/submissions of an exp that is absent`, ',
  );
  expect(markdown).toContain('\n- This is an engagement rule, not a security rule. — says why\n');
  expect(markdown).toContain('Responses of no operation</summary>\n\n- shown: `400 BadRequest`, `404 NotFound`');
});

test('what Dredd did not show, a linter that is not clean and a version that is too low are faults', () => {
  const report = reportOn({ 'GET /api/submissions 200': 'the status is 500 instead of 200' }, (released) => {
    released.info.description = 'Other words';
    delete released.paths['/api/eligibility'];
  });
  expect(faultsOf(report)).toEqual([
    expect.stringContaining(`Set it to ${nextVersion(version, 'compatible')} or higher`),
    'GET /api/submissions 200: the status is 500 instead of 200',
  ]);
  const markdown = toMarkdown([report], [{ name: 'Spectral', passed: false, output: 'info-contact' }], 'abc');
  expect(markdown).toContain('- **fails** Spectral\n\n```\ninfo-contact\n```');
  expect(markdown).toContain('- **fails** `GET /api/submissions 200: the status is 500 instead of 200`');
  expect(markdown).toContain(`- ${all - 1} of ${all} responses, orders and values shown by Dredd`);
  expect(markdown).toContain('- **not shown:** `GET /api/submissions 200`: `the status is 500 instead of 200`');
  const [, changes] = markdown.split(`### Changes since ${version}\n\n`);
  expect(changes).toMatch(/^- .*eligibility.*\n<details><summary>Wording \(\d+\)<\/summary>/);
});

test('a new contract that Dredd does not test', () => {
  const comparison = compareContracts('openapi.yaml', undefined, readContract());
  const markdown = markdownOf({ ...reportOn(), comparison, results: undefined });
  expect(markdown).toContain('- Dredd does not test this contract\n\n### New: no version has been released');
});
