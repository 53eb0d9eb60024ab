import * as v from 'valibot';
import { isDatabaseUrl } from './database/hosts.ts';
import { StartError } from './start-error.ts';

/** How tokens are checked: with a shared secret (HS256), or with the keys of a JWKS URL. */
export type AuthConfig = ({ readonly secret: string } | { readonly jwksUrl: URL }) & {
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
};

/** One line that names each variable that is wrong and what it accepts. What is wrong is not repeated: it may be a secret. */
export class ConfigError extends StartError {}

const maxHorizonDays = 36_500;

function integer(min: number, max: number, remark = '') {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`an integer from ${min} to ${max}${remark}`),
  );
}

/** Whether it is what a browser sends as `Origin`: lower case, no path, no default port. */
function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every environment variable that the service reads; what it accepts is its description. */
export const environment = v.object({
  PORT: v.optional(integer(0, 65_535, '; 0 takes any free port'), '3000'),
  HOST: v.optional(v.pipe(v.string(), v.description('a host name or an IP address')), '127.0.0.1'),
  ADMIN_PORT: v.optional(integer(0, 65_535, ', and not PORT; unset, probes and metrics are at PORT')),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isDatabaseUrl),
      v.description(
        'a URL such as postgresql://user:password@host:5432/database, or with several hosts, host1:5432,host2:5432, of which the one that accepts writes is used (target_session_attrs=read-write); unset, the embedded PostgreSQL',
      ),
    ),
  ),
  DATABASE_POOL_SIZE: v.optional(integer(1, 1000), '10'),
  MIGRATE_ON_START: v.optional(v.pipe(v.picklist(['true', 'false']), v.description('true or false')), 'true'),
  LOG_LEVEL: v.optional(v.pipe(v.picklist(logLevels), v.description(`one of ${logLevels.join(', ')}`)), 'info'),
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((entry) => entry.trim())),
      v.everyItem(isOrigin),
      v.description('origins such as https://puzzle.example, separated by commas'),
    ),
  ),
  AUTH_JWT_SECRET: v.optional(
    v.pipe(v.string(), v.minBytes(32), v.description('a secret of at least 32 bytes (HS256)')),
  ),
  AUTH_JWKS_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => /^https?:/.test(url) && URL.canParse(url)),
      v.description('the http or https URL of a JSON Web Key Set (RS256, ES256, EdDSA)'),
    ),
  ),
  AUTH_ISSUER: v.optional(v.pipe(v.string(), v.description('the `iss` that tokens must have'))),
  AUTH_AUDIENCE: v.optional(v.pipe(v.string(), v.description('the `aud` that tokens must have'))),
  SCHEDULE_LEAD_DAYS: v.optional(integer(2, maxHorizonDays), '7'),
  SCHEDULE_WINDOW_DAYS: v.optional(integer(1, maxHorizonDays), '14'),
  SCHEDULE_HORIZON_DAYS: v.optional(integer(2, maxHorizonDays, ', and no less than SCHEDULE_LEAD_DAYS'), '365'),
});

export type Variable = keyof typeof environment.entries;

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 *
 * @throws ConfigError naming every variable that is wrong
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
  return {
    port: values.PORT,
    host: values.HOST,
    /** Where `contract/openapi.admin.yaml` is served; if unset, at `port`. */
    adminPort: values.ADMIN_PORT,
    /** If unset, the embedded PostgreSQL is used. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    migrateOnStart: values.MIGRATE_ON_START === 'true',
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS ?? [],
    /** Unset only without `databaseUrl`: the embedded default generates a secret. */
    auth: authConfig(values),
    calendar: {
      leadDays: values.SCHEDULE_LEAD_DAYS,
      windowDays: values.SCHEDULE_WINDOW_DAYS,
      horizonDays: values.SCHEDULE_HORIZON_DAYS,
    },
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Reads the variables of a schema, which picks them from `environment`.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export function parseEnvironment<Schema extends v.GenericSchema>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): v.InferOutput<Schema> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(schema, set);
  if (parsed.success) return parsed.output;
  const wrong = new Set(parsed.issues.map((issue) => v.getDotPath(issue) as Variable));
  throw new ConfigError([...wrong].map((name) => `${name} must be ${accepts(name)}`).join('; '));
}

/** What a variable accepts, in words. */
export function accepts(name: Variable): string {
  return v.getDescription(environment.entries[name].wrapped) ?? '';
}

function authConfig(values: v.InferOutput<typeof environment>): AuthConfig | undefined {
  const { AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = values;
  const eitherKey = `AUTH_JWT_SECRET (${accepts('AUTH_JWT_SECRET')}) or AUTH_JWKS_URL (${accepts('AUTH_JWKS_URL')})`;
  if (secret !== undefined && jwksUrl !== undefined) throw new ConfigError(`Only one may be set: ${eitherKey}`);
  if (secret !== undefined) return { secret, issuer, audience };
  if (jwksUrl !== undefined) return { jwksUrl: new URL(jwksUrl), issuer, audience };
  if (values.DATABASE_URL !== undefined) throw new ConfigError(`DATABASE_URL is set, so one must be set: ${eitherKey}`);
  return undefined;
}
