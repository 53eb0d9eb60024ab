import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { deskContract } from '../api/contracts.ts';
import { isStorable } from '../database/storable.ts';
import { type Verse, validateVerse } from '../verse/validate.ts';
import type { Block, BlockOfMany } from './blocked-dates.ts';
import type { components } from './generated/openapi.desk.ts';
import { invalidChangeMessages as messages } from './generated/operations.desk.ts';
import type { Move } from './move.ts';
import type { Pause } from './pause.ts';
import type { Restoration } from './restore.ts';
import type { OwnVerse } from './set-verse.ts';
import type { Withdrawal } from './withdraw.ts';

type Schemas = components['schemas'];
type InvalidChange = Schemas['InvalidChange'];
type Members = Readonly<Record<string, unknown>>;
/** The bodies of the changes. */
type Body = 'Move' | 'Withdrawal' | 'Restoration' | 'OwnVerse' | 'Block' | 'BlockDates' | 'UnblockDates' | 'Pause';
/** Those whose message is the same for every request: `validateVerse` has those of a verse. */
type Member = Exclude<keyof typeof messages, keyof Verse | 'onlyChapter'>;

/** Not strict, since Ajv does not know OpenAPI's own keywords, such as `example`. */
const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
ajv.addSchema(deskContract.document, 'desk');

/**
 * @param id of the path; undefined if it is malformed
 * @returns the move, or the message of the first invalid member
 */
export function validateMove(id: number | undefined, members: Members): Omit<Move, 'id'> | InvalidChange {
  return validate('Move', members, {
    to: (to) => (to === members['from'] ? messages.otherDate() : undefined),
    swapWith: (other) => (other === id ? messages.swapWith() : undefined),
  });
}

/** @returns the withdrawal, or the message of the first invalid member */
export function validateWithdrawal(members: Members): Omit<Withdrawal, 'id'> | InvalidChange {
  const withdrawal = validate('Withdrawal', members);
  if ('error' in withdrawal) return withdrawal;
  const { from, endCooldown = false, note } = withdrawal;
  return { from, endCooldown, note };
}

/** @returns the restoration, or the message of the first invalid member */
export function validateRestoration(members: Members): Omit<Restoration, 'id'> | InvalidChange {
  return validate('Restoration', members);
}

/**
 * @param date of the path; undefined if it is malformed
 * @returns the date and its verse, or the message of the first invalid one
 */
export function validateOwnVerse(date: string | undefined, members: Members): OwnVerse | InvalidChange {
  if (date === undefined) return { error: messages.date() };
  const verse = validateVerse(members);
  if ('error' in verse) return verse;
  const own = validate('OwnVerse', members);
  return 'error' in own ? own : { ...own, ...verse, date };
}

/**
 * @param date of the path; undefined if it is malformed
 * @returns the date and its label, or the message of the first invalid one
 */
export function validateBlock(date: string | undefined, members: Members): Block | InvalidChange {
  if (date === undefined) return { error: messages.date() };
  const block = validate('Block', members);
  return 'error' in block ? block : { date, label: block.label };
}

/** @returns the dates and their label, or the message of the first invalid member */
export function validateBlockOfMany(members: Members): BlockOfMany | InvalidChange {
  return validate('BlockDates', members, { dates: findRepeated });
}

/** @returns the dates, or the message of what is wrong with them */
export function validateUnblockOfMany(members: Members): Pick<BlockOfMany, 'dates'> | InvalidChange {
  return validate('UnblockDates', members, { dates: findRepeated });
}

/** Dates are different ones. */
function findRepeated(dates: unknown): InvalidChange['error'] | undefined {
  const { length } = dates as string[];
  return new Set(dates as string[]).size < length ? messages.dates() : undefined;
}

/** @returns the pause, or the message of the first invalid member */
export function validatePause(members: Members): Pause | InvalidChange {
  return validate('Pause', members);
}

/**
 * Checks the members that a schema of the contract names, in its order, and returns them without
 * any others.
 *
 * @param rules what the schema cannot say: for a member that it allows, a message or undefined
 */
function validate<Name extends Body>(
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

function isAllowed(schema: Body, member: string, value: unknown): boolean {
  // Ajv compiles each schema once. It has one for every member of the contract.
  const allows = ajv.getSchema(`desk#/components/schemas/${schema}/properties/${member}`) as ValidateFunction;
  return allows(value) && (typeof value !== 'string' || isStorable(value));
}
