import { decodeJwt } from 'jose';
import type { ApiOptions } from '../../src/api/api.ts';
import { rolesOf } from '../document/roles.ts';
import type { Contract } from '../document/types.ts';

/**
 * Any Bearer token is a user, who has every role unless the token names some. The id is the `sub`
 * of a JWT, and any other token as a whole.
 */
export function authenticationOf(contract: Contract): Pick<ApiOptions, 'authenticate'> {
  if (contract.components.securitySchemes === undefined) return {};
  const everyRole = Object.keys(rolesOf(contract));
  return {
    async authenticate(authorization = '') {
      const token = /^bearer +(\S.*)$/i.exec(authorization)?.[1];
      if (token === undefined) return undefined;
      const { sub = token, roles } = claimsOf(token);
      return { id: sub, roles: Array.isArray(roles) ? roles : everyRole };
    },
  };
}

/** The claims of a token; none if it is no JWT. */
function claimsOf(token: string): { readonly sub?: string; readonly roles?: unknown } {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}
