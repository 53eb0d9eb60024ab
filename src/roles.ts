import type { JWTPayload } from 'jose';

/** How tokens say which roles their user has. */
export interface TokenRoles {
  /** The claim that lists them: its name, or a path to it, such as `realm_access.roles`. */
  readonly claim: string;
  /** What each role of the contracts is called there. */
  readonly names: Readonly<Record<string, string>>;
}

/** The contracts' roles, each by the variable that says what it is called in tokens. */
export const roleVariables = {
  AUTH_ROLE_VIEWER: 'calendar-viewer',
  AUTH_ROLE_EDITOR: 'calendar-editor',
  AUTH_ROLE_PUZZLE: 'puzzle',
} as const;

/** As the contracts say (RFC 9068). */
export const contractRoles: TokenRoles = {
  claim: 'roles',
  names: Object.fromEntries(Object.values(roleVariables).map((role) => [role, role])),
};

/** The contracts' roles that a token lists; none if its claim is absent or no array of strings. */
export function rolesOf(payload: JWTPayload, { claim, names }: TokenRoles): string[] {
  const listed = claimAt(payload, claim);
  if (!Array.isArray(listed) || !listed.every((name) => typeof name === 'string')) return [];
  return Object.entries(names).flatMap(([role, called]) => (listed.includes(called) ? [role] : []));
}

/** A name may contain dots, such as a URL, so a claim with exactly that name comes first. */
function claimAt(payload: object, name: string): unknown {
  if (Object.hasOwn(payload, name)) return memberOf(payload, name);
  return name.split('.').reduce<unknown>(memberOf, payload);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
