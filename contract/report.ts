import { escapeHtml } from '../src/pages/html.ts';
import { code, lineOf } from './diff/change.ts';
import type { Comparison } from './diff/released.ts';
import { operationsOf, type PlacedOperation, rejectionsOf } from './document/operations.ts';
import { bodySchemas, documentedRejection, documentedResponses } from './document/responses.ts';
import { fixedValue, schemasOf } from './document/schemas.ts';
import type { Contract, Schema } from './document/types.ts';
import type { CaseResult } from './dredd/cases.ts';
import type { ShownSentence } from './dredd/sentences.ts';
import type { Verdict } from './lint/lint.ts';

/** What the report says about a contract. */
export interface ContractReport {
  readonly contract: Contract;
  /** The checksum of its file, as `contract/released/SHA256SUMS` has it. */
  readonly sha256: string;
  readonly comparison: Comparison;
  /**
   * What Dredd showed of every documented response and of the order of the checks; undefined if it
   * does not test this contract.
   */
  readonly results: readonly CaseResult[] | undefined;
  /** What the contract says about the wire, with its cases. */
  readonly sentences?: readonly ShownSentence[];
}

/**
 * Why a contract does not pass: its version, and each response or order that Dredd did not show.
 */
export function faultsOf({ comparison: { fault }, results = [] }: ContractReport): string[] {
  const failed = results.filter(({ passed }) => !passed).map(({ name, reason }) => `${name}: ${reason}`);
  return fault === undefined ? failed : [fault, ...failed];
}

/**
 * The report on contracts for their review, in Markdown: the verdict, what changed, and of each
 * operation the order of its checks, what Dredd showed of it, and its limits.
 *
 * @param commit that the files are of
 */
export function toMarkdown(reports: readonly ContractReport[], verdicts: readonly Verdict[], commit: string): string {
  const lines = verdicts.map(({ name, passed, output }) =>
    passed ? `- **passes** ${name}` : `- **fails** ${name}\n\n\`\`\`\n${output}\n\`\`\``,
  );
  return `# Contracts for review\n\nCommit ${commit}\n\n${lines.join('\n')}\n\n${reports.map(section).join('\n')}`;
}

function section(report: ContractReport): string {
  const { contract, sha256, comparison, results, sentences = [] } = report;
  const { file, version, released, changes } = comparison;
  const verdict = [
    ...faultsOf(report).map((fault) => `- **fails** ${code(fault)}`),
    results === undefined
      ? '- Dredd does not test this contract'
      : `- ${results.filter(({ passed }) => passed).length} of ${results.length} responses, orders and values shown by Dredd`,
  ];
  const { wording = [], others = [] } = Object.groupBy(changes, ({ level }) =>
    level === 'wording' ? 'wording' : 'others',
  );
  const lines = (some: typeof changes) => some.map((change) => `- ${lineOf(change)}`);
  return [
    `## ${contract.info.title} ${version}\n`,
    `\`${file}\`, SHA-256 \`${sha256}\`\n`,
    ...verdict,
    released === undefined ? '\n### New: no version has been released\n' : `\n### Changes since ${released}\n`,
    ...lines(others),
    wording.length === 0 ? '' : folded(`Wording (${wording.length})`, lines(wording)),
    '### Operations\n',
    ...operationsOf(contract).map((placed) => operationBlock(contract, placed, results)),
    folded('Responses of no operation', shown(results?.filter(({ operation }) => operation === undefined))),
    ...(sentences.length === 0 ? [] : [sentencesBlock(sentences)]),
  ].join('\n');
}

/** Each sentence about the wire with its cases, and at the end those that nothing shows. */
function sentencesBlock(sentences: readonly ShownSentence[]): string {
  const [shown, others] = [sentences.filter(isShown), sentences.filter((each) => !isShown(each))];
  return folded(`Sentences about the wire: ${shown.length} shown, ${others.length} not`, [
    ...shown.map(({ text, cases, by }) => `- ${text} — ${by ?? cases.map(code).join(', ')}`),
    '\nNot shown:\n',
    ...others.map(({ text, none = 'no case yet' }) => `- ${text} — ${none}`),
  ]);
}

function isShown({ cases, by }: ShownSentence): boolean {
  return cases.length > 0 || by !== undefined;
}

function operationBlock(contract: Contract, { name, operation }: PlacedOperation, results: ContractReport['results']) {
  const documented = documentedResponses(contract);
  const checks = (operation['x-checks'] ?? []).map((check, index) => {
    const rejections = rejectionsOf(check).map((rejection) => {
      const { error } = (documentedRejection(documented, name, rejection)?.example ?? {}) as { error?: string };
      return `${rejection.status} ${code(error ?? '')}${rejection.when === undefined ? '' : `, when ${rejection.when}`}`;
    });
    return `${index + 1}. ${check.name}: ${rejections.join('; ')}`;
  });
  return folded(`<code>${escapeHtml(name)}</code> ${escapeHtml(operation.summary)}`, [
    'The checks, in their order:\n',
    ...checks,
    '',
    ...shown(results?.filter((result) => result.operation === name)),
    '\nLimits:\n',
    ...limitsOf(contract, operation),
  ]);
}

/** What Dredd showed, and what it did not. */
function shown(results: ContractReport['results'] = []): string[] {
  const { passed = [], failed = [] } = Object.groupBy(results, (result) => (result.passed ? 'passed' : 'failed'));
  return [
    ...failed.map(({ name, reason = '' }) => `- **not shown:** ${code(name)}: ${code(reason)}`),
    `- shown: ${passed.map(({ name, operation = '' }) => code(name.slice(operation.length).trim())).join(', ') || 'nothing'}`,
  ];
}

function folded(summary: string, lines: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>\n`;
}

/**
 * What an operation takes and returns, each with its limits, without fixed texts and without
 * headers that middleware sets.
 */
function limitsOf(contract: Contract, operation: PlacedOperation['operation']): string[] {
  const { parameters, requestBody, responses } = operation;
  const schemas = schemasOf(contract);
  const own = [...Object.entries(operation), ...Object.entries(requestBody ?? {})].filter(
    ([key, value]) => key.startsWith('x-') && typeof value !== 'object',
  );
  return [
    ...own.map(([key, value]) => `- ${key} ${code(`${value}`)}`),
    ...parameters.flatMap(({ in: place, name, required, schema }) => limits(`${place} ${name}`, schema, required)),
    ...limits('body', requestBody?.schema, requestBody?.required),
    ...Object.entries(responses).flatMap(([status, response]) => [
      ...Object.entries(response.headers)
        .filter(([, header]) => header['x-set-by'] === undefined)
        .flatMap(([name, { required, schema }]) => limits(`${status} ${name}`, schema, required)),
      ...bodySchemas(response).flatMap((name) => limits(`${status} ${name}`, schemas[name], true)),
    ]),
  ];
}

/** The keywords of a schema that limit nothing, or that further lines show. */
const noLimits = new Set([
  'description',
  'example',
  'properties',
  'items',
  'required',
  'additionalProperties',
  'x-division',
]);

/** A line for a value, and one for each of what is in it. */
function limits(place: string, schema: Schema | undefined, required = false): string[] {
  if (schema === undefined || fixedValue(schema) !== undefined) return [];
  const { properties = {}, items, required: names = [] } = schema;
  const keywords = Object.entries(schema).flatMap(([key, value]) =>
    noLimits.has(key) ? [] : `${key} ${code(listed(value))}`,
  );
  return [
    ...(schema.properties === undefined ? [`- ${place}${required ? '' : ', optional'}: ${keywords.join(', ')}`] : []),
    ...(items === undefined ? [] : limits(`${place}[]`, items, true)),
    ...Object.entries(properties).flatMap(([key, member]) => limits(`${place}.${key}`, member, names.includes(key))),
  ];
}

/** A long list has its ends only. */
function listed(value: unknown): string {
  const values = typeof value === 'object' ? Object.values(value as object) : [value];
  return values.length > 10 ? `${values[0]} … ${values.at(-1)} (${values.length})` : values.join(', ');
}
