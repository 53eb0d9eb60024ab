import { isDeepStrictEqual } from 'node:util';
import { refName } from '../document/references.ts';
import { fixedValue } from '../document/schemas.ts';
import type { Schema } from '../document/types.ts';
import { type Change, code, plain } from './change.ts';
import { operationsOf, parameterIdentity } from './comparable.ts';
import { asList, asNode, type Node, resolve, withoutConst } from './node.ts';

interface Rejection {
  readonly status: unknown;
  readonly schema: string;
  /** The error text, or the schema's name where it has no fixed one. */
  readonly error: string;
  /** The condition of an alternative. */
  readonly when: unknown;
}

interface Check extends Rejection {
  readonly otherwise: readonly Rejection[];
  /** What else the row says. */
  readonly rest: Node;
}

type Checks = ReadonlyMap<string, Check>;

/**
 * The changes in the checks of operations that both contracts have. They are breaking: a request that fails two checks may get a different
 * response. Only the name of a check is wording, because no response shows it, unless the check is the one of a parameter.
 */
export function checkChanges(before: Node, after: Node): Change[] {
  const successors = operationsOf(after);
  return [...operationsOf(before)].flatMap(([name, operation]) => {
    const successor = successors.get(name);
    if (successor === undefined) return [];
    const current = checksOf(after, successor);
    const { checks: old, renames } = withNewNames(checksOf(before, operation), current);
    const parameters = [...parameterNames(before, operation), ...parameterNames(after, successor)];
    const where = code(name);
    return [
      ...renames.map(([was, is]): Change => {
        const level = parameters.includes(was) || parameters.includes(is) ? 'breaking' : 'wording';
        return { level, where, what: `the check ${code(was)} is now called ${code(is)}` };
      }),
      ...[...orderChanges(old, current), ...rowChanges(old, current)].map(
        (what): Change => ({ level: 'breaking', where, what }),
      ),
    ];
  });
}

/** Gives each check that differs in nothing but its name the new one. */
function withNewNames(before: Checks, after: Checks) {
  const fresh = new Map([...after].filter(([name]) => !before.has(name)));
  const renames: [was: string, is: string][] = [];
  const checks = new Map<string, Check>();
  for (const [name, row] of before) {
    const [newName = name] = (!after.has(name) && [...fresh].find(([, other]) => isDeepStrictEqual(other, row))) || [];
    fresh.delete(newName);
    checks.set(newName, row);
    if (newName !== name) renames.push([name, newName]);
  }
  return { checks, renames };
}

function* orderChanges(before: Checks, after: Checks): Generator<string> {
  const [old, current] = [[...before.keys()], [...after.keys()]];
  const [kept, order] = [old.filter((name) => after.has(name)), current.filter((name) => before.has(name))];
  for (const name of old) if (!after.has(name)) yield `the check ${code(name)} is gone`;
  for (const [index, name] of current.entries()) {
    if (!before.has(name)) yield `the check ${code(name)} is new, as number ${index + 1}`;
  }
  if (!isDeepStrictEqual(kept, order)) {
    yield `the checks ran in the order ${list(old)} and now run in the order ${list(current)}`;
  }
}

function* rowChanges(before: Checks, after: Checks): Generator<string> {
  for (const [name, current] of after) {
    const old = before.get(name);
    if (old === undefined) continue;
    const check = `the check ${code(name)}`;
    const [oldTexts, texts] = [rejections(old.otherwise), rejections(current.otherwise)];
    if (!isDeepStrictEqual(old.status, current.status)) {
      yield `${check} returned ${plain(old.status)} and now returns ${plain(current.status)}`;
    }
    // A new text of the same schema is listed with the response.
    if (old.error !== current.error && old.schema !== current.schema) {
      yield `the error of ${check} was ${code(old.error)} and is now ${code(current.error)}`;
    }
    if (oldTexts !== texts) yield `the alternative rejection of ${check} was ${oldTexts} and is now ${texts}`;
    for (const key of new Set([...Object.keys(old.rest), ...Object.keys(current.rest)])) {
      if (!isDeepStrictEqual(old.rest[key], current.rest[key])) yield `${code(key)} of ${check} changed`;
    }
  }
}

function checksOf(contract: Node, operation: Node): Checks {
  const rows = asList(operation['x-checks']).map((row, index) => {
    const { name = `number ${index + 1}`, otherwise, status: _, error: __, ...rest } = asNode(row);
    const others = asList(otherwise).map((other) => rejectionOf(contract, other));
    return [plain(name), { ...rejectionOf(contract, row), otherwise: others, rest }] as const;
  });
  return new Map(rows);
}

function rejectionOf(contract: Node, row: unknown): Rejection {
  const { status = 'nothing', error, when = 'always' } = asNode(row);
  const schema = refName({ $ref: plain(asNode(error)['$ref'] ?? 'nothing') });
  const properties = asNode(asNode(resolve(contract, error).value)['properties']);
  return { status, schema, error: fixedValue(withoutConst(asNode(properties['error'])) as Schema) ?? schema, when };
}

function parameterNames(contract: Node, operation: Node): string[] {
  return asList(operation['parameters']).map((parameter) =>
    parameterIdentity(contract, parameter).split(' ').slice(1).join(' '),
  );
}

function list(names: readonly string[]): string {
  return names.map(code).join(', ');
}

function rejections(others: readonly Rejection[]): string {
  return (
    others.map(({ status, error, when }) => `${plain(status)} ${code(error)} when “${plain(when)}”`).join(', ') ||
    'nothing'
  );
}
