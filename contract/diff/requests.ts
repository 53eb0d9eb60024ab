import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { resolveAll } from '../document/references.ts';
import type { Contract, Ref, Schema } from '../document/types.ts';
import type { Difference, Node, Use } from './difference.ts';

/** As the service reads parameters, whose values arrive as text. */
const ajv = new Ajv({ coerceTypes: true, strict: false });
addFormats.default(ajv);

/** Whether the earlier operation rejects a parameter that is malformed. */
export function hasCheck({ before }: Use, parameter: unknown): boolean {
  return checksOf(before).some(({ name }) => name === parameter);
}

/** Whether only requests with a new parameter reach a check: that of the parameter. */
export function isOfNewParameter({ use, contracts }: Difference, check: unknown): boolean {
  const isParameter = (contract: Contract, operation?: Node) =>
    parametersOf(contract, operation).some(({ name }) => name === check);
  return isParameter(contracts.after, use.after) && !isParameter(contracts.before, use.before);
}

/** Whether only requests with a new parameter get the rejections for which `isOne` holds. */
export function isRejectionOfNewParameters(difference: Difference, isOne: (rejection: Rejection) => boolean): boolean {
  const checks = checksOf(difference.use.after).filter((check) => [check, ...(check.otherwise ?? [])].some(isOne));
  return checks.length > 0 && checks.every(({ name }) => isOfNewParameter(difference, name));
}

/**
 * Whether the earlier operation can return a message: one that begins with the name of a parameter
 * or of a member of a body is of the operations that take it.
 */
export function canReturn({ use, contracts }: Difference, message: unknown): boolean {
  const [name = ''] = /^\w*/.exec(String(message)) ?? [];
  const isTaken = Object.values(contracts).some((contract) =>
    writtenOperations(contract).some((operation) => takes(contract, operation, name)),
  );
  return use.before === undefined || !isTaken || takes(contracts.before, use.before, name);
}

/** Whether a message names values of an enum: it begins with the name of what has the enum. */
export function isQuoted({ before, contracts }: Difference): boolean {
  const messages = messagesIn(contracts.before.components).filter((message) => message.includes('{'));
  return writtenOperations(contracts.before).some((operation) =>
    Object.entries(takenBy(contracts.before, operation)).some(
      ([name, schema]) =>
        isDeepStrictEqual(schema.enum, before['enum']) && messages.some((message) => message.startsWith(`${name} `)),
    ),
  );
}

/**
 * Whether requests of an earlier path now belong to a new one: `/players/export` is a value of
 * `/players/{player}`.
 */
export function takesRequests({ use: { path = '' }, contracts }: Difference): boolean {
  if (Object.hasOwn(contracts.before.paths, path)) return false;
  const parts = path.split('/');
  return Object.entries(contracts.before.paths).some(([earlier, item]) => {
    const earlierParts = earlier.split('/');
    const parameters = Object.values(item).flatMap((operation) => parametersOf(contracts.before, operation as Node));
    const isValue = (text: string, part: string) =>
      parameters.some(({ name, schema }) => part === `{${name}}` && isValid(text, schema));
    const isMet = (part: string, other = '') => part === other || part.startsWith('{') || isValue(part, other);
    return (
      parts.length === earlierParts.length &&
      parts.every((part, index) => isMet(part, earlierParts[index])) &&
      parts.some((part, index) => !part.startsWith('{') && earlierParts[index]?.startsWith('{'))
    );
  });
}

interface Rejection {
  readonly status: number;
  readonly error: Ref;
}

type Check = Rejection & { readonly name: string; readonly otherwise?: readonly Rejection[] };

function checksOf(operation: Node = {}): readonly Check[] {
  return (operation['x-checks'] ?? []) as readonly Check[];
}

interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

function parametersOf(contract: Contract, operation: Node = {}): readonly Parameter[] {
  return resolveAll(contract, operation['parameters'] ?? []);
}

function writtenOperations({ paths }: Contract): Node[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as object[] as Node[]);
}

function takes(contract: Contract, operation: Node, name: string): boolean {
  return Object.hasOwn(takenBy(contract, operation), name);
}

/** The schemas of the parameters of an operation and of the members of its body, by name. */
function takenBy(contract: Contract, operation: Node): Readonly<Record<string, Schema>> {
  const body = operation['requestBody'] as { content?: Record<string, { schema: Ref }> } | undefined;
  const { properties = {} } = resolveAll<Schema>(contract, body?.content?.['application/json']?.schema ?? {});
  return {
    ...properties,
    ...Object.fromEntries(parametersOf(contract, operation).map(({ name, schema }) => [name, schema])),
  };
}

/** All texts of `x-messages`. */
function messagesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'x-messages' ? Object.values<string>(value) : messagesIn(value),
  );
}

function isValid(text: string, schema: Schema): boolean {
  return ajv.validate({ properties: { value: schema } }, { value: text });
}
