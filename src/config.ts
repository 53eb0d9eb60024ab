import { readFileSync } from 'node:fs';
import { customCleanEnv, str } from 'envalid';
import leven from 'leven';
import type { AuthConfig } from './auth/authenticate.ts';
import { isDatabaseUrl } from './database/url.ts';
import { deskConfig, deskVariables } from './desk/config.ts';
import { contractRoles, roleVariables, type TokenRoles } from './roles.ts';
import {
  aName,
  ConfigError,
  integer,
  isClaim,
  isHttpUrl,
  isLink,
  isName,
  type Limits,
  noUser,
  origins,
  roleName,
  text,
  within,
} from './variables.ts';

export { ConfigError };

const port: Limits = { min: 0, max: 65_535 };
const days: Limits = { min: 2, max: 36_500 };
const windowDays: Limits = { min: 1, max: 36_500 };
const repeatDays: Limits = { min: 0, max: 365 };
const poolSize: Limits = { min: 1, max: 1000 };
const connections: Limits = { min: 1, max: 1_000_000 };

const secret = text((secret) => Buffer.byteLength(secret) >= 32 && secret.trim() !== '');

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every environment variable that the service reads. `desc` says what a variable accepts. */
export const environment = {
  PORT: integer(port)({ default: 3000, desc: `${within(port)}; 0 takes any free port` }),
  HOST: text((host) => /^[^\s/]+$/.test(host))({ default: '127.0.0.1', desc: 'a host name or an IP address' }),
  ADMIN_PORT: integer(port)({
    default: undefined,
    desc: `${within(port)}, and not PORT; unset, probes and metrics are at PORT`,
  }),
  MAX_CONNECTIONS: integer(connections)({
    default: undefined,
    desc: `${within(connections)}; unset, three quarters of the files that the process may open, at most 10000`,
  }),
  DATABASE_URL: text(isDatabaseUrl)({
    default: undefined,
    desc: 'a URL such as postgresql://user:password@host:5432/database, or with several hosts, host1:5432,host2:5432, of which the one that accepts writes is used (target_session_attrs=read-write); unset, the embedded PostgreSQL',
  }),
  DATABASE_POOL_SIZE: integer(poolSize)({ default: 10, desc: within(poolSize) }),
  ...deskVariables,
  PUZZLE_DATABASE_URL: text(isDatabaseUrl)({
    default: undefined,
    desc: "a URL as for DATABASE_URL, of the same database as a role with the rights of verses_puzzle; unset, there are no operations for the site's server",
  }),
  AUTH_ROLE_PUZZLE: roleName('puzzle'),
  MIGRATE_ON_START: str({ choices: ['true', 'false'], default: 'true', desc: 'true or false' }),
  LOG_LEVEL: str({ choices: logLevels, default: 'info', desc: `one of ${logLevels.join(', ')}` }),
  PAGES: str({
    choices: ['true', 'false'],
    default: 'true',
    desc: 'true or false; false turns off /, /submit, /submit/theme and /docs',
  }),
  PUZZLE_URL: text(isLink)({
    default: undefined,
    desc: `the http or https URL, ${noUser}, or the path, of the page with today's puzzle`,
  }),
  SIGN_IN_URL: text(isLink)({
    default: undefined,
    desc: `the http or https URL, ${noUser}, or the path, of the page where players sign in`,
  }),
  CORS_ORIGINS: origins({ default: [], desc: 'origins such as https://puzzle.example, separated by commas' }),
  AUTH_JWT_SECRET: secret({ default: undefined, desc: 'a secret of at least 32 bytes, not only spaces (HS256)' }),
  AUTH_JWT_SECRET_PREVIOUS: secret({
    default: undefined,
    desc: 'the AUTH_JWT_SECRET before this one, also of at least 32 bytes: its tokens are still valid',
  }),
  AUTH_JWKS_URL: text(isHttpUrl)({
    default: undefined,
    desc: `the http or https URL, ${noUser}, of a JSON Web Key Set (RS256, ES256, EdDSA)`,
  }),
  AUTH_ISSUER: text(isName)({ default: undefined, desc: `the \`iss\` that tokens must have, ${aName}` }),
  AUTH_AUDIENCE: text(isName)({ default: undefined, desc: `the \`aud\` that tokens must have, ${aName}` }),
  AUTH_ROLES_CLAIM: text(isClaim)({
    default: contractRoles.claim,
    desc: 'the claim that lists the roles: its name, or a path such as realm_access.roles, without an empty part',
  }),
  AUTH_ROLE_VIEWER: roleName('calendar-viewer'),
  AUTH_ROLE_EDITOR: roleName('calendar-editor'),
  SCHEDULE_LEAD_DAYS: integer(days)({ default: 7, desc: within(days) }),
  SCHEDULE_WINDOW_DAYS: integer(windowDays)({ default: 14, desc: within(windowDays) }),
  SCHEDULE_HORIZON_DAYS: integer(days)({ default: 365, desc: `${within(days)}, and no less than SCHEDULE_LEAD_DAYS` }),
  SCHEDULE_REPEAT_DAYS: integer(repeatDays)({ default: 0, desc: within(repeatDays) }),
};

export type Variable = keyof typeof environment;

/** The variables with the same database as another role. */
const roleDatabases = (Object.keys(environment) as Variable[]).filter(
  (name): name is Extract<Variable, `${string}_DATABASE_URL`> => name.endsWith('_DATABASE_URL'),
);

/** The variables whose values may be in a file, which `NAME_FILE` names. */
const secrets = [
  'DATABASE_URL',
  ...roleDatabases,
  'AUTH_JWT_SECRET',
  'AUTH_JWT_SECRET_PREVIOUS',
] as const satisfies readonly Variable[];

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 *
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>) {
  const values = parseEnvironment(environment, variables);
  if (values.SCHEDULE_HORIZON_DAYS < values.SCHEDULE_LEAD_DAYS) {
    throw new ConfigError(
      `SCHEDULE_HORIZON_DAYS must be ${accepts('SCHEDULE_HORIZON_DAYS')} (${values.SCHEDULE_LEAD_DAYS})`,
    );
  }
  if (values.ADMIN_PORT === values.PORT && values.PORT !== 0) {
    throw new ConfigError(`ADMIN_PORT must be ${accepts('ADMIN_PORT')}`);
  }
  for (const name of roleDatabases) {
    if (values[name] !== undefined && values.DATABASE_URL === undefined) {
      throw new ConfigError(`${name} is set, so DATABASE_URL must be: ${accepts('DATABASE_URL')}`);
    }
  }
  return {
    port: values.PORT,
    host: values.HOST,
    /** The port that serves `contract/openapi.admin.yaml`; if unset, `port` does. */
    adminPort: values.ADMIN_PORT,
    /**
     * The most connections of clients at `port`; if unset, as many as the limit of files allows.
     */
    maxConnections: values.MAX_CONNECTIONS,
    /** If unset, the embedded PostgreSQL is used. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    desk: deskConfig(values),
    /** If unset, the operations for the site's server are not served. */
    puzzle: values.PUZZLE_DATABASE_URL === undefined ? undefined : { url: values.PUZZLE_DATABASE_URL },
    migrateOnStart: values.MIGRATE_ON_START === 'true',
    logLevel: values.LOG_LEVEL,
    /** Whether the pages at /, /submit and /docs exist. */
    pages: values.PAGES === 'true',
    /** Where the links of /submit and /desk lead; without a URL there is no link. */
    puzzleUrl: values.PUZZLE_URL,
    signInUrl: values.SIGN_IN_URL,
    corsOrigins: values.CORS_ORIGINS,
    /** Unset only without `databaseUrl`: the embedded default generates a secret. */
    auth: authConfig(values),
    calendar: {
      leadDays: values.SCHEDULE_LEAD_DAYS,
      windowDays: values.SCHEDULE_WINDOW_DAYS,
      horizonDays: values.SCHEDULE_HORIZON_DAYS,
      repeatDays: values.SCHEDULE_REPEAT_DAYS,
    },
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Finds variables that begin as ours do, but are none, such as `DATABASE_POOLSIZE`. Those of the
 * form that Kubernetes sets for its services, `DATABASE_PORT_5432_TCP`, are left out.
 *
 * @returns the variable that is meant most likely, by each name
 */
export function unknownVariables(variables: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const known = [...Object.keys(environment), ...secrets.map((name) => `${name}_FILE`)];
  const prefixOf = (name: string) => /^[A-Z]+_/.exec(name)?.[0];
  const prefixes = new Set(known.flatMap((name) => prefixOf(name) ?? []));
  const ofKubernetes = /_SERVICE_(HOST|PORT)|_PORT(_\d+_|$)/;
  const unknown = Object.keys(variables).filter(
    (name) => !known.includes(name) && prefixes.has(prefixOf(name) ?? '') && !ofKubernetes.test(name),
  );
  const nearest = (name: string) => known.toSorted((a, b) => leven(a, name) - leven(b, name))[0] as string;
  return new Map(unknown.map((name) => [name, nearest(name)]));
}

/**
 * Reads some of the variables in `environment`. An empty one counts as unset.
 *
 * @throws ConfigError that names every variable that is wrong
 */
export function parseEnvironment<Specs extends Partial<typeof environment>>(
  specs: Specs,
  variables: Readonly<Record<string, string | undefined>>,
) {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const fromFiles = secrets.filter((name) => name in specs && set[`${name}_FILE`] !== undefined);
  for (const name of fromFiles) {
    if (set[name] !== undefined) throw new ConfigError(`Only one may be set: ${name} or ${name}_FILE`);
    set[name] = readSecret(`${name}_FILE`, set[`${name}_FILE`] as string);
  }
  return customCleanEnv(set, specs, (values) => values, {
    reporter({ errors }) {
      const wrong = Object.keys(errors) as Variable[];
      if (wrong.length > 0) throw new ConfigError(wrong.map((name) => `${name} must be ${accepts(name)}`).join('; '));
    },
  });
}

/**
 * Without the line feed with which most editors end a file. Bytes that are not UTF-8 are rejected:
 * they would all be read as one character, which anybody could guess.
 */
function readSecret(name: string, file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return text.replace(/\r?\n$/, '');
  } catch (cause) {
    throw new ConfigError(`${name} must be a file that can be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
}

/** What a variable accepts, in words. */
export function accepts(name: Variable): string {
  return environment[name].desc ?? '';
}

type Values = ReturnType<typeof parseEnvironment<typeof environment>>;

function authConfig(values: Values): AuthConfig | undefined {
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_SECRET_PREVIOUS: previousSecret, AUTH_JWKS_URL: jwksUrl } = values;
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = values;
  const eitherKey = `AUTH_JWT_SECRET (${accepts('AUTH_JWT_SECRET')}) or AUTH_JWKS_URL (${accepts('AUTH_JWKS_URL')})`;
  if (secret !== undefined && jwksUrl !== undefined) throw new ConfigError(`Only one may be set: ${eitherKey}`);
  const common = { issuer, audience, roles: rolesConfig(values) };
  if (secret !== undefined) return { secret, previousSecret, ...common };
  if (previousSecret !== undefined) {
    throw new ConfigError(`AUTH_JWT_SECRET_PREVIOUS is set, so AUTH_JWT_SECRET must be: ${accepts('AUTH_JWT_SECRET')}`);
  }
  if (jwksUrl !== undefined) return { jwksUrl: new URL(jwksUrl), ...common };
  if (values.DATABASE_URL !== undefined) throw new ConfigError(`DATABASE_URL is set, so one must be set: ${eitherKey}`);
  return undefined;
}

function rolesConfig(values: Values): TokenRoles {
  const variables = Object.keys(roleVariables) as (keyof typeof roleVariables)[];
  for (const [name, sameName] of Map.groupBy(variables, (variable) => values[variable])) {
    if (sameName.length === 1) continue;
    throw new ConfigError(`${sameName.join(' and ')} have the same name, ${name}; each must have its own`);
  }
  const names = Object.fromEntries(variables.map((variable) => [roleVariables[variable], values[variable]]));
  return { claim: values.AUTH_ROLES_CLAIM, names };
}
