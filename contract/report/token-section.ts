import { escapeHtml } from '../../src/pages/escape-html.ts';
import { operationsOf, type PlacedOperation } from '../document/operations.ts';
import type { Contract, SecurityScheme } from '../document/types.ts';
import { code, inlineMarkdown, table } from './html.ts';

/** What the contract requires of a token, and the limits of operations that no schema has; empty where it has neither. */
export function tokenSection(contract: Contract): string {
  const schemes = Object.entries(contract.components.securitySchemes ?? {});
  const descriptions = schemes.map(([, { description = '' }]) => `<p>${inlineMarkdown(description)}</p>`);
  const rules = [
    ...schemes.flatMap(([name, scheme]) => schemeRules(contract, name, scheme)),
    ...operationsOf(contract).flatMap(operationRules),
  ];
  const rows = rules.flatMap(([rule, value, keyword]) => (value === undefined ? [] : [[rule, value, code(keyword)]]));
  if (rows.length === 0) return '';
  return `<section id="token">
<h2>The token and other limits</h2>
${descriptions.join('\n')}
${table(['Rule', 'Value', 'In the contract'], rows)}
</section>`;
}

/** A rule without a value is not in the contract. */
type Rule = readonly [rule: string, value: string | undefined, keyword: string];

function schemeRules(contract: Contract, name: string, scheme: SecurityScheme): Rule[] {
  const { type, scheme: http, bearerFormat, 'x-subject': subject, 'x-not-before-tolerance': tolerance } = scheme;
  const roles = Object.entries(scheme['x-roles'] ?? {});
  const operations = operationsOf(contract);
  const requiring = operations.filter(({ operation: { security } }) =>
    security.some((requirement) => name in requirement),
  );
  const names = requiring.map((placed) => code(placed.name)).join('<br>');
  return [
    ['Token', escapeHtml([type, http, bearerFormat].join(' ')), name],
    ['Required by', requiring.length === operations.length ? 'every operation' : names, 'security'],
    [
      `Length of ${code('sub')}, the player’s id`,
      subject && `${subject.minLength} to ${subject.maxLength} characters`,
      'x-subject',
    ],
    [`How far ${code('nbf')} may lie ahead`, tolerance && duration(tolerance), 'x-not-before-tolerance'],
    ...roles.map(([role, { description, includes = [] }]): Rule => {
      const others = includes.length === 0 ? '' : ` It includes ${includes.map(code).join(', ')}.`;
      return [`Role ${code(role)}`, `${escapeHtml(description)}${others}`, 'x-roles'];
    }),
  ];
}

function operationRules({ name, operation }: PlacedOperation): Rule[] {
  const { requestBody, 'x-cooldown': cooldown, 'x-role': role } = operation;
  const maxBytes = requestBody?.['x-max-bytes'];
  return [
    [`Role for ${code(name)}`, role && code(role), 'x-role'],
    [`Cooldown of ${code(name)}`, cooldown && duration(cooldown), 'x-cooldown'],
    [`Body of ${code(name)}`, maxBytes === undefined ? undefined : `at most ${maxBytes} bytes`, 'x-max-bytes'],
  ];
}

/** @param iso a duration in ISO 8601, e.g. `PT168H` */
function duration(iso: string): string {
  return `${Temporal.Duration.from(iso).toLocaleString('en', { style: 'long' })} (${code(iso)})`;
}
