import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type PlacedOperation, type SharedResponse } from '../document/operations.ts';
import { type DocumentedResponse, documentedResponses } from '../document/responses.ts';
import type { Contract, Header, Operation, Parameter } from '../document/types.ts';
import { badge, code, escapeHtml, firstParagraph, inlineMarkdown, table } from './html.ts';
import { type CheckRow, difference, type Order, ordersOf } from './orders.ts';
import type { Report } from './report.ts';
import { furtherHeaders, type Shared, sharedOf } from './shared.ts';

/** What the API does: its operations with the order of their checks, and what all of them share. */
export function apiSection({ contract, released, comparison }: Report): string {
  const shared = sharedOf(contract);
  const orders = ordersOf(contract, released);
  const operations = operationsOf(contract).map((placed) => {
    const order = orders.find(({ operation }) => operation === placed.name) as Order;
    return operationBlock(contract, placed, shared, orderBlock(order, comparison), order);
  });
  const gone = orders
    .filter(({ state }) => state === 'gone')
    .map((order) => `${operationHeading(order)}\n${orderBlock(order, comparison)}`);
  return `<section id="api">
<h2>What the API does</h2>
<p>${firstParagraph(contract.info.description)}</p>
${[...operations, ...gone].join('\n')}
${sharedBlock(contract, shared)}
</section>`;
}

function operationBlock(
  contract: Contract,
  placed: PlacedOperation,
  shared: Shared,
  order: string,
  state: Order,
): string {
  const { name, operation } = placed;
  const referred = new Map(
    shared.responses
      .filter(({ operations }) => operations.includes(name))
      .map(({ name, status }) => [`${status}`, name] as const),
  );
  const own = documentedResponses(contract).filter((each) => each.operation === name && !referred.has(each.status));
  return `${operationHeading(state)}
<p><strong>${escapeHtml(operation.summary)}.</strong> ${firstParagraph(operation.description)}</p>
${requestBlock(operation, shared)}
<h4>The checks, in their order</h4>
${order}
<h4>Responses</h4>
${table(
  ['Status', 'When', 'Example', 'Further headers'],
  own.map((response) => responseCells(shared, response)),
)}
${referred.size === 0 ? '' : `<p class="quiet">Also ${[...referred.keys()].join(', ')}: <a href="#shared">shared responses</a>.</p>`}`;
}

/** The body and the parameters, without those that every operation has. */
function requestBlock(operation: Operation, shared: Shared): string {
  const { requestBody } = operation;
  const bodies = Object.values(requestBody?.content ?? {}).map(({ example }) => [
    'body',
    firstParagraph(requestBody?.description ?? ''),
    body(example),
  ]);
  const parameters = operation.parameters.filter(
    (parameter) => !shared.parameters.some((each) => isDeepStrictEqual(each, parameter)),
  );
  const rows = [...bodies, ...parameters.map(parameterCells)];
  return rows.length === 0 ? '' : `<h4>Request</h4>\n${table(['Part', 'Meaning', 'Example'], rows)}`;
}

function parameterCells({ name, in: place, required, description = '', example }: Parameter): string[] {
  const presence = required ? 'required' : 'optional';
  return [
    `${presence} ${escapeHtml(place)} ${code(name)}`,
    firstParagraph(description),
    example === undefined ? '' : code(`${example}`),
  ];
}

function operationHeading({ operation, state }: Order): string {
  return `<h3>${code(operation)}${state === 'new' || state === 'gone' ? ` ${badge(state, state)}` : ''}</h3>`;
}

function responseCells(shared: Shared, { status, kind, example, response }: DocumentedResponse): string[] {
  const { summary = response.description } =
    Object.values(response.content).flatMap(({ examples = {} }) => examples[kind ?? ''] ?? [])[0] ?? {};
  return [status, inlineMarkdown(summary), body(example), headerList(furtherHeaders(shared, response))];
}

/** The order of the checks; the one of the last release beside it, where they differ. */
function orderBlock({ now, before, state }: Order, { version, released }: Report['comparison']): string {
  if (now === undefined) return checkList(before ?? [], [], 'gone');
  if (before === undefined || state === 'same') return checkList(now, now, 'new');
  return `<div class="orders">
<div><h5>Before: ${escapeHtml(released)}</h5>${checkList(before, now, 'gone')}</div>
<div><h5>Now: ${escapeHtml(version)}</h5>${checkList(now, before, 'new')}</div>
</div>`;
}

function checkList(rows: readonly CheckRow[], others: readonly CheckRow[], absent: 'new' | 'gone'): string {
  const items = rows.map((row, index) => {
    const note = difference(row, index, others, absent);
    const rejections = row.rejections.map(({ status, text }) => `<li><b>${status}</b> ${escapeHtml(text)}</li>`);
    return `<li><span class="check">${escapeHtml(row.name)}${note === '' ? '' : ` ${badge('differs', note)}`}</span><ul class="rejections">${rejections.join('')}</ul></li>`;
  });
  return `<ol class="checks">${items.join('\n')}</ol>`;
}

function sharedBlock(contract: Contract, shared: Shared): string {
  const errors =
    shared.otherErrors.length === 0
      ? '<p>The body of every error is a JSON object with the string <code>error</code>.</p>'
      : `<p>The body of every error is a JSON object with the string <code>error</code>, except ${shared.otherErrors.map(code).join(', ')}.</p>`;
  const common = [...shared.headers].map(([name, { description, example }]) => [
    code(name),
    inlineMarkdown(description),
    code(`${example}`),
  ]);
  return `<h3 id="shared">What holds for every operation</h3>
${errors}
${shared.parameters.length === 0 ? '' : table(['Part of every request', 'Meaning', 'Example'], shared.parameters.map(parameterCells))}
${common.length === 0 ? '' : table(['Header of every response', 'Meaning', 'Example'], common)}
${
  shared.responses.length === 0
    ? ''
    : table(
        ['Shared response', 'When', 'Where', 'Example', 'Further headers'],
        shared.responses.map((each) => sharedCells(contract, shared, each)),
      )
}`;
}

function sharedCells(
  contract: Contract,
  shared: Shared,
  { name, status, response, operations }: SharedResponse,
): string[] {
  const total = operationsOf(contract).length;
  const where =
    operations.length === 0
      ? 'no operation'
      : operations.length === total
        ? 'every operation'
        : operations.map(code).join('<br>');
  const example = Object.values(response.content)[0]?.example;
  return [
    `${status} ${code(name)}`,
    inlineMarkdown(response.description),
    where,
    body(example),
    headerList(furtherHeaders(shared, response)),
  ];
}

/** The body on one line that can wrap. */
function body(example: unknown): string {
  return example === undefined ? '' : code(JSON.stringify(example, undefined, 1).replace(/\n */g, ' '));
}

function headerList(headers: readonly [string, Header][]): string {
  return headers.map(([name, { example }]) => code(`${name}: ${example}`)).join('<br>');
}
