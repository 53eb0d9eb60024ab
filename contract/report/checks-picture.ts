import {
  bodySchemas,
  type Check,
  type Contract,
  fixedValue,
  type Operation,
  operationsOf,
  refName,
} from '../document.ts';
import { escapeHtml } from './html.ts';

/** Lengths are in pixels. */
const width = 920;
const rowHeight = 82;
const boxHeight = 50;
const check = { x: 20, width: 240 };
const rejection = { x: 330, width: width - 330 - 20 };
const charactersPerLine = 68;

/** Each operation's checks as a picture (SVG), top to bottom in their order, with the rejection of each. */
export function checksPictures(contract: Contract): { operation: string; svg: string }[] {
  return operationsOf(contract).flatMap(({ name, operation }) =>
    operation['x-checks'] === undefined
      ? []
      : [{ operation: name, svg: picture(contract, name, operation, operation['x-checks']) }],
  );
}

function picture(contract: Contract, name: string, operation: Operation, checks: readonly Check[]): string {
  const rows = checks.map((row, index) => checkRow(contract, operation, row, index + 1));
  const height = (checks.length + 2) * rowHeight;
  const [status, success] = Object.entries(operation.responses).find(([key]) => key.startsWith('2')) ?? [];
  const members = success && Object.keys(bodyProperties(contract, bodySchemas(success)[0]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`The order of the checks of ${name}`)}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" class="head"/></marker></defs>
${box(check, 0, 'end')}${text(check.x + check.width / 2, middle(0), name, 'middle strong')}${arrowDown(0)}
${rows.join('\n')}
${box(check, checks.length + 1, 'success')}${text(check.x + check.width / 2, middle(checks.length + 1), `${status}`, 'middle strong')}
${text(check.x + check.width + 20, middle(checks.length + 1), members?.join(', ') ?? '', '')}
</svg>`;
}

function checkRow(contract: Contract, operation: Operation, row: Check, number: number): string {
  const lines = [row, ...(row.otherwise ?? [])].map(({ status, error, ...rest }) => ({
    status,
    text: `${errorText(contract, operation, status, refName(error))}${'when' in rest ? ` — when ${rest.when}` : ''}`,
  }));
  const step = lines.length > 1 ? 22 : 0;
  const top = middle(number) - (step * (lines.length - 1)) / 2;
  return [
    box(check, number, 'check'),
    text(check.x + 16, middle(number), `${number}`, 'number'),
    text(check.x + 44, middle(number), row.name, 'strong'),
    arrowDown(number),
    `<path d="M${check.x + check.width} ${middle(number)}H${rejection.x - 2}" class="line" marker-end="url(#arrow)"/>`,
    text((check.x + check.width + rejection.x) / 2, middle(number) - 12, 'fails', 'middle small'),
    box(rejection, number, 'rejection'),
    ...lines.flatMap((line, index) => [
      text(rejection.x + 16, top + index * step, `${line.status}`, 'strong'),
      text(rejection.x + 58, top + index * step, shorten(line.text), ''),
    ]),
  ].join('');
}

/** The fixed text of an error, otherwise its example. */
function errorText(contract: Contract, operation: Operation, status: number, schema: string): string {
  const fixed = fixedValue(bodyProperties(contract, schema)['error']);
  if (fixed !== undefined) return fixed;
  const examples = operation.responses[status]?.content['application/json']?.examples;
  const example = examples?.[schema] as { value?: { error?: string } } | undefined;
  return `e.g. ${example?.value?.error ?? schema}`;
}

function bodyProperties(contract: Contract, schema = '') {
  return contract.components.schemas[schema]?.properties ?? {};
}

function box({ x, width }: { x: number; width: number }, row: number, kind: string): string {
  return `<rect x="${x}" y="${middle(row) - boxHeight / 2}" width="${width}" height="${boxHeight}" rx="8" class="${kind}"/>`;
}

function arrowDown(row: number): string {
  const x = check.x + check.width / 2;
  const [from, to] = [middle(row) + boxHeight / 2, middle(row + 1) - boxHeight / 2 - 2];
  return `<path d="M${x} ${from}V${to}" class="line" marker-end="url(#arrow)"/>`;
}

function text(x: number, y: number, content: string, kind: string): string {
  return `<text x="${x}" y="${y}" class="${kind}">${escapeHtml(content)}</text>`;
}

function middle(row: number): number {
  return row * rowHeight + rowHeight / 2;
}

function shorten(content: string): string {
  return content.length > charactersPerLine ? `${content.slice(0, charactersPerLine - 1)}…` : content;
}
