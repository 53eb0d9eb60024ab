import { operationsOf } from '../document/operations.ts';
import type { Contract, SecurityScheme } from '../document/types.ts';
import { code, inlineMarkdown, table } from './html.ts';

/** What the contract requires of a player's token, and its limits per operation that no schema has. */
export function tokenSection(contract: Contract): string {
  const schemes = Object.entries(contract.components.securitySchemes ?? {});
  const descriptions = schemes.map(([, { description = '' }]) => `<p>${inlineMarkdown(description)}</p>`);
  const rows = [...schemes.flatMap(([name, scheme]) => schemeRows(contract, name, scheme)), ...limitRows(contract)];
  return `<section id="token">
<h2>The token and the cooldown</h2>
${descriptions.join('\n')}
${table(['Rule', 'Value', 'In the contract'], rows)}
</section>`;
}

function schemeRows(contract: Contract, name: string, scheme: SecurityScheme): string[][] {
  const {
    type,
    scheme: http = '',
    bearerFormat = '',
    'x-subject': subject,
    'x-not-before-tolerance': tolerance,
  } = scheme;
  const operations = operationsOf(contract);
  const requiring = operations.filter(({ operation: { security = contract.security ?? [] } }) =>
    security.some((requirement) => name in requirement),
  );
  const where =
    requiring.length === operations.length ? 'every operation' : requiring.map((each) => code(each.name)).join('<br>');
  return [
    ['Token', [type, http, bearerFormat].join(' '), code(name)],
    ['Required by', where, code('security')],
    ...(subject === undefined
      ? []
      : [
          [
            `Length of ${code('sub')}, the player’s id`,
            `${subject.minLength} to ${subject.maxLength} characters`,
            code('x-subject'),
          ],
        ]),
    ...(tolerance === undefined
      ? []
      : [[`How far ${code('nbf')} may lie ahead`, duration(tolerance), code('x-not-before-tolerance')]]),
  ];
}

function limitRows(contract: Contract): string[][] {
  return operationsOf(contract).flatMap(({ name, operation: { requestBody, 'x-cooldown': cooldown } }) => {
    const maxBytes = requestBody?.['x-max-bytes'];
    return [
      ...(cooldown === undefined ? [] : [[`Cooldown of ${code(name)}`, duration(cooldown), code('x-cooldown')]]),
      ...(maxBytes === undefined ? [] : [[`Body of ${code(name)}`, `at most ${maxBytes} bytes`, code('x-max-bytes')]]),
    ];
  });
}

/** @param iso a duration in ISO 8601, e.g. `PT168H` */
function duration(iso: string): string {
  return `${Temporal.Duration.from(iso).toLocaleString('en', { style: 'long' })} (${code(iso)})`;
}
