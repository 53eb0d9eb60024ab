import { escapeHtml } from '../../src/pages/escape-html.ts';
import { operationsOf } from '../document/operations.ts';
import type { Contract, Operation } from '../document/types.ts';
import { badge, code, table } from './html.ts';
import { type Member, membersOf } from './members.ts';
import { type CheckRow, difference, type Order, ordersOf } from './orders.ts';
import type { Report } from './report.ts';

/** The operations, new ones first and those that are gone last: the order of their checks, and what they take and return. */
export function operationsSection({ contract, released, comparison }: Report): string {
  const operations = new Map(operationsOf(contract).map(({ name, operation }) => [name, operation]));
  const orders = ordersOf(contract, released);
  const sorted = [...orders.filter(({ state }) => state === 'new'), ...orders.filter(({ state }) => state !== 'new')];
  return `<section id="operations">
<h2>The operations</h2>
${sorted.map((order) => operationBlock(contract, operations.get(order.operation), order, comparison)).join('\n')}
</section>`;
}

/** @param operation undefined where it is gone */
function operationBlock(
  contract: Contract,
  operation: Operation | undefined,
  order: Order,
  comparison: Report['comparison'],
): string {
  const { operation: name, state } = order;
  const heading = `<h3>${code(name)}${state === 'new' || state === 'gone' ? ` ${badge(state, state)}` : ''}</h3>`;
  return `${heading}
${operation === undefined ? '' : `<p>${escapeHtml(operation.summary)}.</p>`}
<h4>The checks, in their order</h4>
${orderBlock(order, comparison)}
${operation === undefined ? '' : memberTable(membersOf(contract, operation))}`;
}

/** The order of the checks; the one of the last release beside it, where they differ. */
function orderBlock({ now, before, state }: Order, { version, released }: Report['comparison']): string {
  if (now === undefined) return checkList(before ?? [], [], 'gone');
  if (before === undefined || state === 'same') return checkList(now, now, 'new');
  return `<div class="orders">
<div><h5>${escapeHtml(`Before: ${released}`)}</h5>${checkList(before, now, 'gone')}</div>
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

function memberTable(members: readonly Member[]): string {
  const rows = members.map(({ part, name, type, required, limits }) => [
    escapeHtml(part),
    name === '' ? 'the body' : code(name),
    escapeHtml(type),
    required ? 'yes' : 'no',
    limits.map(([keyword, values]) => `${escapeHtml(keyword)} ${valueList(values)}`).join(', '),
  ]);
  return `<h4>What it takes and returns</h4>\n${table(['Part', 'Member', 'Type', 'Required', 'Limits'], rows)}`;
}

/** A long list has its ends only: Redoc shows all of it. */
function valueList(values: readonly unknown[]): string {
  const [first, ...others] = values.map((value) => code(`${value}`));
  return others.length < 10 ? [first, ...others].join(', ') : `${first} to ${others.at(-1)}, ${values.length} values`;
}
