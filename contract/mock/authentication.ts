import { decodeJwt } from 'jose';
import type { ApiOptions } from '../../src/api/api.ts';
import { rolesOf } from '../document/roles.ts';
import type { Contract } from '../document/types.ts';

/** Any Bearer token is a user, who has every role unless the token names some. */
export function authenticationOf(contract: Contract): Pick<ApiOptions, 'authenticate'> {
  if (contract.components.securitySchemes === undefined) return {};
  const everyRole = Object.keys(rolesOf(contract));
  return {
    async authenticate(authorization = '') {
      const id = /^bearer +(\S.*)$/i.exec(authorization)?.[1];
      return id === undefined ? undefined : { id, roles: rolesIn(id) ?? everyRole };
    },
  };
}

/** The claim `roles` of a token; undefined if the token is not a JWT with this claim. */
function rolesIn(token: string): readonly string[] | undefined {
  try {
    const { roles } = decodeJwt<{ roles?: unknown }>(token);
    return Array.isArray(roles) ? roles : undefined;
  } catch {
    return undefined;
  }
}
