import { isDatabaseUrl } from '../database/url.ts';
import { aName, ConfigError, isHttpUrl, isName, noUser, text } from '../variables.ts';

/** The client with which the desk's page signs operators in at an OpenID Connect issuer. */
export interface DeskOidc {
  readonly issuer: string;
  readonly clientId: string;
  /** What its request has besides the protocol's own parameters, as the query of a URL. */
  readonly parameters: string;
}

/** What the desk needs. */
export interface DeskConfig {
  /** The service's database as the desk's role. */
  readonly url: string;
  /** If undefined, the desk's page takes links with tokens. */
  readonly oidc: DeskOidc | undefined;
}

export const deskVariables = {
  DESK_DATABASE_URL: text(isDatabaseUrl)({
    default: undefined,
    desc: "a URL as for DATABASE_URL, of the same database as a role with the rights of verses_desk; unset, there is no operator's desk",
  }),
  DESK_OIDC_ISSUER: text(isHttpUrl)({
    default: undefined,
    desc: `the http or https URL, ${noUser}, of the OpenID Connect issuer at which operators sign in, exactly as it writes it; unset, the desk takes links with tokens`,
  }),
  DESK_OIDC_CLIENT_ID: text(isName)({
    default: undefined,
    desc: `the id of the desk's page at that issuer, as a public client, ${aName}`,
  }),
  DESK_OIDC_PARAMETERS: text(isOidcQuery)({
    default: 'scope=openid',
    desc: 'what the page asks that issuer for, as the query of a URL: a scope with openid, and what else the issuer needs',
  }),
};

type Values = { readonly [Name in keyof typeof deskVariables]: string | undefined };

/**
 * @returns undefined if there is no desk
 * @throws ConfigError
 */
export function deskConfig(values: Values): DeskConfig | undefined {
  const { DESK_DATABASE_URL: url, DESK_OIDC_ISSUER: issuer, DESK_OIDC_CLIENT_ID: clientId } = values;
  const accepts = (name: keyof Values) => `${name} (${deskVariables[name].desc})`;
  if ((issuer === undefined) !== (clientId === undefined)) {
    throw new ConfigError(
      `If one is set, both must be: ${accepts('DESK_OIDC_ISSUER')} and ${accepts('DESK_OIDC_CLIENT_ID')}`,
    );
  }
  if (url === undefined) {
    if (issuer === undefined) return undefined;
    const { desc } = deskVariables.DESK_DATABASE_URL;
    throw new ConfigError(`DESK_OIDC_ISSUER is set, so DESK_DATABASE_URL must be: ${desc}`);
  }
  return {
    url,
    oidc: issuer && clientId ? { issuer, clientId, parameters: values.DESK_OIDC_PARAMETERS ?? '' } : undefined,
  };
}

/** Whether a value is a query whose `scope` has `openid`. */
function isOidcQuery(value: string): boolean {
  return isName(value) && new URLSearchParams(value).get('scope')?.split(' ').includes('openid') === true;
}
