import { operationsOf, type PlacedOperation, rejectionsOf } from '../document/operations.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { refName } from '../document/references.ts';
import { rolesFor } from '../document/roles.ts';
import { fixedValue, schemasOf } from '../document/schemas.ts';
import type { Schema } from '../document/types.ts';
import { isDate } from './stored.ts';

// What the contracts say in a form that is data: paths, checks with their responses, roles, limits.

/** A check of an operation: a row of `x-checks`. */
export interface Check {
  readonly name: string;
  /** Its line in the description. */
  readonly says: string;
  /** Its response, and those that can take its place. An error without a text has several. */
  readonly rejections: readonly { readonly status: number; readonly error: string | undefined }[];
}

export interface Operation extends PlacedOperation {
  readonly file: ContractFile;
  readonly checks: readonly Check[];
  /** Of which a token needs one; none if any token will do. */
  readonly roles: readonly string[];
}

const files = ['openapi.yaml', 'contract/openapi.puzzle.yaml', 'contract/openapi.desk.yaml'] as const;

/** Every operation of the three contracts, by its id. */
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  files.flatMap((file) => {
    const contract = readContract(file);
    const schemas = schemasOf(contract);
    return operationsOf(contract).map((placed) => {
      const { operationId, description, 'x-checks': written = [] } = placed.operation;
      const lines = description.split(/\n(?=\d+\. )|\n\n/).map((line) => line.replace(/\s+/g, ' ').trim());
      const checks = written.map((check): Check => {
        const says = lines.find((line) => line.includes(`. \`${check.name}\` (`)) ?? check.name;
        const rejections = rejectionsOf(check).map(({ status, error }) => {
          return { status, error: fixedValue(schemas[refName(error)]?.properties?.['error']) };
        });
        return { name: check.name, says, rejections };
      });
      return [operationId, { ...placed, file, checks, roles: rolesFor(contract, placed.operation) }];
    });
  }),
);

/** @throws Error if no contract has the operation */
export function operationOf(id: string): Operation {
  const found = operations[id];
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

const invalidChange = schemasOf(readContract('contract/openapi.desk.yaml'))['InvalidChange'];

/** The text of `x-messages` for a member of a change. */
export function messageFor(member: string): string {
  return invalidChange?.properties?.['error']?.['x-messages']?.[member] ?? '';
}

/** The length of a text in characters, as JSON Schema counts. */
export function lengthOf(text: string): number {
  return [...text].length;
}

type Limited = Schema & { readonly minLength?: number; readonly minimum?: number; readonly minItems?: number };

/** Whether a value is as a schema of a parameter or of a member says. */
export function fits(schema: Limited, value: unknown): boolean {
  const isIn = (size: number, least = 0, most = Number.POSITIVE_INFINITY) => size >= least && size <= most;
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value) && isIn(value as number, schema.minimum, schema.maximum);
    case 'array': {
      if (!Array.isArray(value) || !isIn(value.length, schema.minItems, schema.maxItems)) return false;
      return value.every((item) => fits(schema.items as Schema, item));
    }
    case 'object': {
      const members = Object(value) as Readonly<Record<string, unknown>>;
      const { required = [], properties = {} } = schema;
      const isFit = ([name, each]: [string, Schema]) =>
        members[name] === undefined ? !required.includes(name) : fits(each, members[name]);
      return members === value && !Array.isArray(value) && Object.entries(properties).every(isFit);
    }
    default:
      return (
        typeof value === 'string' &&
        isIn(lengthOf(value), schema.minLength, schema.maxLength) &&
        new RegExp(schema.pattern ?? '', 'u').test(value) &&
        (schema.enum?.includes(value) ?? true) &&
        (schema.format !== 'date' || isDate(value))
      );
  }
}
