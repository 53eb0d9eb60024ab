import type { Contract, Operation, Role } from './types.ts';

/** The roles of the security scheme (`x-roles`), by name. */
export function rolesOf(contract: Contract): Record<string, Role> {
  return contract.components.securitySchemes?.bearerAuth['x-roles'] ?? {};
}

/**
 * The roles of which a token needs one: the operation's own (`x-role`), and those that include it.
 * Empty if any token will do.
 */
export function rolesFor(contract: Contract, operation: Operation): string[] {
  const { 'x-role': own } = operation;
  if (own === undefined) return [];
  return Object.entries(rolesOf(contract)).flatMap(([name, { includes = [] }]) =>
    name === own || includes.includes(own) ? [name] : [],
  );
}
