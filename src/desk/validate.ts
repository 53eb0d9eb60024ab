import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { deskContract } from '../api/contracts.ts';
import { isStorable } from '../database/storable.ts';
import type { Verse } from '../verse/validate.ts';
import type { components } from './generated/openapi.desk.ts';
import { invalidChangeMessages as messages } from './generated/operations.desk.ts';

type Schemas = components['schemas'];
export type InvalidChange = Schemas['InvalidChange'];
export type Members = Readonly<Record<string, unknown>>;
/** The bodies of the changes. */
type Body =
  | ('Move' | 'Withdrawal' | 'Restoration' | 'OwnVerse' | 'BlockDates' | 'UnblockDates' | 'Pause')
  | ('Review' | 'ReviewUpTo');
/** Those whose message is the same for every request: `validateVerse` has those of a verse. */
type Member = Exclude<keyof typeof messages, keyof Verse | 'onlyChapter'>;

/** Not strict, since Ajv does not know OpenAPI's own keywords, such as `example`. */
const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
ajv.addSchema(deskContract.document, 'desk');

/**
 * Checks the members that a schema of the contract names, in its order.
 *
 * @param rules what the schema cannot say: for a member that it allows, a message or undefined
 * @returns the members without any others, or the message of the first invalid one
 */
export function validate<Name extends Body>(
  schema: Name,
  members: Members,
  rules: Readonly<Record<string, (value: unknown) => InvalidChange['error'] | undefined>> = {},
): Schemas[Name] | InvalidChange {
  const { properties, required } = deskContract.document.components.schemas[schema] as {
    properties: object;
    required: string[];
  };
  const valid: Record<string, unknown> = {};
  for (const member of Object.keys(properties) as Member[]) {
    const value = members[member];
    if (value === undefined ? required.includes(member) : !isAllowed(schema, member, value)) {
      return { error: messages[member]() };
    }
    if (value === undefined) continue;
    const error = rules[member]?.(value);
    if (error !== undefined) return { error };
    valid[member] = value;
  }
  return valid as Schemas[Name]; // which has just been shown, member by member
}

/** Dates are different ones. */
export function findRepeated(seen: unknown): InvalidChange['error'] | undefined {
  const dates = (seen as Schemas['SeenDates']).map(({ date }) => date);
  return new Set(dates).size < dates.length ? messages.dates() : undefined;
}

function isAllowed(schema: Body, member: string, value: unknown): boolean {
  // Ajv compiles each schema once. It has one for every member of the contract.
  const allows = ajv.getSchema(`desk#/components/schemas/${schema}/properties/${member}`) as ValidateFunction;
  return allows(value) && (typeof value !== 'string' || isStorable(value));
}
