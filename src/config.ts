import { z } from 'zod';
import type { CalendarRules } from './calendar/window.ts';
import { isDatabaseUrl } from './database/hosts.ts';
import { StartError } from './start-error.ts';

/** How tokens are checked: with a shared secret (HS256), or with the keys of a JWKS URL. */
export type AuthConfig = ({ readonly secret: string } | { readonly jwksUrl: URL }) & {
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
};

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where `openapi.admin.yaml` is served; unset, beside the contract. */
  readonly adminPort: number | undefined;
  /** Unset: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly migrateOnStart: boolean;
  readonly logLevel: string;
  readonly corsOrigins: readonly string[];
  /** Unset only without `databaseUrl`: the embedded default makes a secret of its own. */
  readonly auth: AuthConfig | undefined;
  readonly calendar: CalendarRules;
}

/** One line that names each variable that is wrong and what it accepts. What is wrong is not repeated: it may be a secret. */
export class ConfigError extends StartError {}

const maxHorizonDays = 36_500;

function integer(min: number, max: number, remark = '') {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`an integer from ${min} to ${max}${remark}`);
}

/** Whether it is what a browser sends as `Origin`: lower case, no path, no default port. */
function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every environment variable that the service reads; what it accepts is its description. */
export const environment = z.object({
  PORT: integer(0, 65_535, '; 0 takes any free port').default(3000),
  HOST: z.string().min(1).describe('a host name or an IP address').default('127.0.0.1'),
  ADMIN_PORT: integer(0, 65_535, ', and not PORT; unset, probes and metrics are at PORT').optional(),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl)
    .describe(
      'a URL such as postgresql://user:password@host:5432/database, or with several hosts, host1:5432,host2:5432, of which the one that accepts writes is used (target_session_attrs=read-write); unset, the embedded PostgreSQL',
    )
    .optional(),
  DATABASE_POOL_SIZE: integer(1, 1000).default(10),
  MIGRATE_ON_START: z.enum(['true', 'false']).describe('true or false').default('true'),
  LOG_LEVEL: z
    .enum(logLevels)
    .describe(`one of ${logLevels.join(', ')}`)
    .default('info'),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isOrigin))
    .describe('origins such as https://puzzle.example, separated by commas')
    .default([]),
  AUTH_JWT_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32)
    .describe('a secret of at least 32 bytes (HS256)')
    .optional(),
  AUTH_JWKS_URL: z
    .string()
    .refine((url) => /^https?:/.test(url) && URL.canParse(url))
    .describe('the http or https URL of a JSON Web Key Set (RS256, ES256, EdDSA)')
    .optional(),
  AUTH_ISSUER: z.string().min(1).describe('the `iss` that tokens must have').optional(),
  AUTH_AUDIENCE: z.string().min(1).describe('the `aud` that tokens must have').optional(),
  SCHEDULE_LEAD_DAYS: integer(2, maxHorizonDays).default(7),
  SCHEDULE_WINDOW_DAYS: integer(1, maxHorizonDays).default(14),
  SCHEDULE_HORIZON_DAYS: integer(2, maxHorizonDays, ', and no less than SCHEDULE_LEAD_DAYS').default(365),
});

export type Variable = keyof typeof environment.shape;

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
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
    adminPort: values.ADMIN_PORT,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    migrateOnStart: values.MIGRATE_ON_START === 'true',
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    auth: authConfig(values),
    calendar: {
      leadDays: values.SCHEDULE_LEAD_DAYS,
      windowDays: values.SCHEDULE_WINDOW_DAYS,
      horizonDays: values.SCHEDULE_HORIZON_DAYS,
    },
  };
}

/**
 * Reads the variables of a schema, which picks them from `environment`.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => String(path[0]) as Variable));
  throw new ConfigError([...names].map((name) => `${name} must be ${accepts(name)}`).join('; '));
}

/** What a variable accepts, in words. */
export function accepts(name: Variable): string {
  return environment.shape[name].unwrap().description ?? '';
}

function authConfig(values: z.infer<typeof environment>): AuthConfig | undefined {
  const { AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = values;
  const eitherKey = `AUTH_JWT_SECRET (${accepts('AUTH_JWT_SECRET')}) or AUTH_JWKS_URL (${accepts('AUTH_JWKS_URL')})`;
  if (secret !== undefined && jwksUrl !== undefined) throw new ConfigError(`Only one may be set: ${eitherKey}`);
  if (secret !== undefined) return { secret, issuer, audience };
  if (jwksUrl !== undefined) return { jwksUrl: new URL(jwksUrl), issuer, audience };
  if (values.DATABASE_URL !== undefined) throw new ConfigError(`DATABASE_URL is set, so one must be set: ${eitherKey}`);
  return undefined;
}
