import type { PlacedOperation } from '../../contract/document/operations.ts';
import { pointerTo } from '../../contract/document/pointer.ts';
import { rolesOf } from '../../contract/document/roles.ts';
import type { Contract } from '../../contract/document/types.ts';
import type { Problems } from './verify.ts';

/** Every role that another includes exists, and brings its own. */
export function* roleProblems(contract: Contract): Problems {
  const roles = rolesOf(contract);
  for (const [name, { includes = [] }] of Object.entries(roles)) {
    const pointer = pointerTo('components', 'securitySchemes', 'bearerAuth', 'x-roles', name, 'includes');
    for (const included of includes) {
      const role = roles[included];
      if (role === undefined) yield `${pointer}: there is no role ${included}`;
      for (const further of role?.includes ?? []) {
        if (!includes.includes(further)) yield `${pointer}: ${further} is missing, which ${included} includes`;
      }
    }
  }
}

/** An operation names a role if there are roles. The check of the role is the one after the token's. */
export function* operationRoleProblems(contract: Contract, { pointer, operation }: PlacedOperation): Problems {
  const roles = Object.keys(rolesOf(contract));
  const { 'x-role': role, 'x-checks': checks = [] } = operation;
  if (role === undefined) {
    if (operation.security.length > 0 && roles.length > 0)
      yield `${pointer}: it needs x-role, one of ${roles.join(', ')}`;
    return;
  }
  if (operation.security.length === 0) yield `${pointer}/x-role: it needs security, since a token has the roles`;
  if (!roles.includes(role)) yield `${pointer}/x-role: there is no role ${role}`;
  const index = checks.findIndex(({ status }) => status === 401) + 1;
  const check = checks[index];
  if (check?.name !== 'allowed' || check.status !== 403) {
    yield `${pointer}/x-checks/${index}: it must be allowed with 403, since the operation has x-role`;
  }
}
