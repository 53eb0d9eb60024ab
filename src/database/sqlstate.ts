/**
 * The SQLSTATEs that the service acts on, by PostgreSQL's names for them,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const sqlStates = {
  protocolViolation: '08P01',
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  invalidPassword: '28P01',
  invalidCatalogName: '3D000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  undefinedTable: '42P01',
  lockNotAvailable: '55P03',
  cannotConnectNow: '57P03',
} as const;

/**
 * The SQLSTATE of an error of PostgreSQL, as pg, MikroORM and Kysely throw it; of another error its
 * `code`, such as Node's `ECONNREFUSED`; an empty text if it has none.
 */
export function sqlState(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
