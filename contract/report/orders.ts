import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type PlacedOperation, rejectionsOf } from '../document/operations.ts';
import { refName } from '../document/references.ts';
import { documentedRejection } from '../document/responses.ts';
import { fixedValue, schemasOf } from '../document/schemas.ts';
import type { Contract, Rejection } from '../document/types.ts';

/** A check, with the status and the text of each of its rejections. */
export interface CheckRow {
  readonly name: string;
  readonly rejections: readonly { readonly status: number; readonly text: string }[];
}

/** The order of the checks of one operation. */
export interface Order {
  /** E.g. `POST /api/submit-verse`. */
  readonly operation: string;
  /** Undefined where the operation is gone. */
  readonly now: readonly CheckRow[] | undefined;
  /** In the contract's last release; undefined where the operation is new. */
  readonly before: readonly CheckRow[] | undefined;
  readonly state: 'same' | 'changed' | 'new' | 'gone';
}

/** The checks of every operation, now and in the contract's last release, if there is one; operations that are gone come last. */
export function ordersOf(contract: Contract, released: Contract | undefined): Order[] {
  const now = new Map(operationsOf(contract).map((placed) => [placed.name, rowsOf(contract, placed)]));
  const before = new Map(released && operationsOf(released).map((placed) => [placed.name, rowsOf(released, placed)]));
  return [...new Set([...now.keys(), ...before.keys()])].map((operation) => {
    const [present, past] = [now.get(operation), before.get(operation)];
    if (past === undefined) return { operation, now: present, before: past, state: 'new' };
    if (present === undefined) return { operation, now: present, before: past, state: 'gone' };
    return { operation, now: present, before: past, state: isDeepStrictEqual(present, past) ? 'same' : 'changed' };
  });
}

/** What distinguishes a check from those of another order: it is new, gone, elsewhere or rejects differently. Empty where nothing does. */
export function difference(row: CheckRow, index: number, others: readonly CheckRow[], missing: 'new' | 'gone'): string {
  const elsewhere = others.findIndex(({ name }) => name === row.name);
  if (elsewhere === -1) return missing;
  return [
    ...(elsewhere === index ? [] : [`${missing === 'new' ? 'was' : 'now'} number ${elsewhere + 1}`]),
    ...(isDeepStrictEqual(others[elsewhere]?.rejections, row.rejections) ? [] : ['other rejection']),
  ].join(', ');
}

function rowsOf(contract: Contract, { name, operation: { 'x-checks': checks = [] } }: PlacedOperation): CheckRow[] {
  return checks.map((check) => ({
    name: check.name,
    rejections: rejectionsOf(check).map((rejection) => ({
      status: rejection.status,
      text: `${errorText(contract, name, rejection)}${rejection.when === undefined ? '' : `, when ${rejection.when}`}`,
    })),
  }));
}

/** The fixed text of an error, otherwise its example. */
function errorText(contract: Contract, operation: string, rejection: Rejection): string {
  const schema = refName(rejection.error);
  const fixed = fixedValue(schemasOf(contract)[schema]?.properties?.['error']);
  if (fixed !== undefined) return fixed;
  const { example } = documentedRejection(contract, operation, rejection) ?? {};
  return `e.g. ${(example as { error?: string } | undefined)?.error ?? schema}`;
}
