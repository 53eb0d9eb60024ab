import { isDeepStrictEqual } from 'node:util';
import { type Check, type Contract, fixedValue, refName } from '../document.ts';
import { type Change, code } from './change.ts';
import { operationsOf } from './comparable.ts';

interface Rejection {
  readonly status: number;
  readonly schema: string;
  /** The error text, or the schema's name where it has no fixed one. */
  readonly error: string;
}

/** What changed in the checks of operations that both contracts have. All of it is breaking: a request that fails two checks may get another answer. */
export function checkChanges(before: Contract, after: Contract): Change[] {
  return [...operationsOf(before)].flatMap(([name, operation]) => {
    const successor = operationsOf(after).get(name);
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
        : [`the check ${code(name)} answered ${old.status} and now answers ${current.status}`]),
      // Where the schema is the same, its other text is told with the answer.
      ...(old.error === current.error || old.schema === current.schema
        ? []
        : [`the error of the check ${code(name)} was ${code(old.error)} and is now ${code(current.error)}`]),
    ];
    const [oldTexts, texts] = [rejections(oldOthers), rejections(others)];
    const otherwise = `what can take the place of the check ${code(name)} was ${oldTexts} and is now ${texts}`;
    return [...changed, ...(oldTexts === texts ? [] : [otherwise])];
  });
}

type Checks = ReadonlyMap<string, readonly Rejection[]>;

/** Each check's rejection, and behind it those that can take its place. */
function checksOf({ components }: Contract, checks: readonly Check[] = []): Checks {
  return new Map(
    checks.map(({ name, otherwise = [], ...rejection }) => [
      name,
      [rejection, ...otherwise].map(({ status, error }) => ({
        status,
        schema: refName(error),
        error: fixedValue(components.schemas[refName(error)]?.properties?.['error']) ?? refName(error),
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
