import { ConflictError } from '../calendar/retry.ts';

/** The database refused a second submission of one player within the cooldown. */
export class CooldownViolation extends Error {}

/** SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const conflictCodes = new Set([
  '23505', // unique_violation: the date is taken
  '23P01', // exclusion_violation
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

const cooldownConstraint = 'scheduled_submission_cooldown';

/** Says what a failure of the reservation means: a cooldown, a conflict worth another attempt, or else the error as it was. */
export function translateError(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (constraint === cooldownConstraint) return new CooldownViolation('The player is on cooldown', { cause: error });
  if (code !== undefined && conflictCodes.has(code)) return new ConflictError('The date was taken', { cause: error });
  return error;
}

/**
 * Whether a failure may be due to one of many rows, so that the others may succeed without it: SQLSTATE classes 22 (data), 23
 * (constraints), 40 (rollback) and P0 (raised by a trigger). What else there is, such as a lost connection, concerns all; and after
 * 40003, statement_completion_unknown, another attempt might be a second one that succeeds.
 */
export function isAboutRow(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(22|23|40(?!003)|P0)/.test(code);
}
