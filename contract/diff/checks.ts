import { isDeepStrictEqual } from 'node:util';
import { type Check, type Contract, dereference, fixedValue, operationsOf, refName, type Schema } from '../document.ts';
import { type Change, code } from './change.ts';

interface Rejection {
  readonly status: number;
  readonly schema: string;
  /** The error text, or the schema's name where it has no fixed one. */
  readonly error: string;
}

/**
 * The changes in the checks of operations that both contracts have. All of them are breaking: a request that fails two checks may get a
 * different response.
 */
export function checkChanges(before: Contract, after: Contract): Change[] {
  const successors = new Map(operationsOf(after).map(({ name, operation }) => [name, operation]));
  return operationsOf(before).flatMap(({ name, operation }) => {
    const successor = successors.get(name);
    if (successor === undefined) return [];
    const old = checksOf(before, operation['x-checks']);
    const current = checksOf(after, successor['x-checks']);
    return [...orderChanges(old, current), ...rejectionChanges(old, current)].map((what) => ({
      level: 'breaking' as const,
      where: code(name),
      what,
    }));
  });
}

function orderChanges(before: Checks, after: Checks): string[] {
  const old = [...before.keys()];
  const current = [...after.keys()];
  const gone = old.filter((name) => !after.has(name)).map((name) => `the check ${code(name)} is gone`);
  const fresh = current.filter((name) => !before.has(name));
  const kept = current.filter((name) => before.has(name));
  const ordered = isDeepStrictEqual(
    kept,
    old.filter((name) => after.has(name)),
  );
  return [
    ...gone,
    ...fresh.map((name) => `the check ${code(name)} is new, as number ${current.indexOf(name) + 1}`),
    ...(ordered ? [] : [`the checks ran in the order ${list(old)} and now run in the order ${list(current)}`]),
  ];
}

function rejectionChanges(before: Checks, after: Checks): string[] {
  return [...before].flatMap(([name, [old, ...oldOthers]]) => {
    const [current, ...others] = after.get(name) ?? [];
    if (old === undefined || current === undefined) return [];
    const changed = [
      ...(old.status === current.status
        ? []
        : [`the check ${code(name)} returned ${old.status} and now returns ${current.status}`]),
      // A new text of the same schema is listed with the response.
      ...(old.error === current.error || old.schema === current.schema
        ? []
        : [`the error of the check ${code(name)} was ${code(old.error)} and is now ${code(current.error)}`]),
    ];
    const [oldTexts, texts] = [rejections(oldOthers), rejections(others)];
    const otherwise = `the alternative rejection of the check ${code(name)} was ${oldTexts} and is now ${texts}`;
    return [...changed, ...(oldTexts === texts ? [] : [otherwise])];
  });
}

type Checks = ReadonlyMap<string, readonly Rejection[]>;

/** Each check's rejection, followed by its alternatives. */
function checksOf(contract: Contract, checks: readonly Check[] = []): Checks {
  return new Map(
    checks.map(({ name, otherwise = [], ...rejection }) => [
      name,
      [rejection, ...otherwise].map(({ status, error }) => ({
        status,
        schema: refName(error),
        error: fixedValue(dereference<Schema>(contract, error)?.properties?.['error']) ?? refName(error),
      })),
    ]),
  );
}

function list(names: readonly string[]): string {
  return names.map(code).join(', ');
}

function rejections(others: readonly Rejection[]): string {
  return others.map(({ status, error }) => `${status} ${code(error)}`).join(', ') || 'nothing';
}
