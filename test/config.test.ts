import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { accepts, ConfigError, environment, readConfig, unknownVariables, type Variable } from '../src/config.ts';
import { root } from '../src/root.ts';

const secret = 'exactly 32 bytes are long enough';
const jwksUrl = 'https://login.example/jwks.json';
const databaseUrl = 'postgresql://verses:pw@db.example/verses';
const oidcIssuer = 'https://login.example/realms/verses';
const hostsUrl = 'postgresql://user:p,w@[::1]:1,b,c:2/verses?target_session_attrs=read-write';

/** The line with which the start ends. */
function rejection(variables: Partial<Record<Variable | `${Variable}_FILE`, string>>): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`Accepted: ${JSON.stringify(variables)}`);
}

const defaults = {
  port: 3000,
  host: '127.0.0.1',
  adminPort: undefined,
  databaseUrl: undefined,
  databasePoolSize: 10,
  desk: undefined,
  puzzle: undefined,
  migrateOnStart: true,
  logLevel: 'info',
  pages: true,
  puzzleUrl: undefined,
  signInUrl: undefined,
  corsOrigins: [],
  auth: undefined,
  calendar: { leadDays: 7, windowDays: 14, horizonDays: 365, repeatDays: 0 },
};

test.each([
  ['is set', {}],
  ['is other than empty', Object.fromEntries(Object.keys(environment).map((name) => [name, '']))],
])('defaults apply when no variable %s', (_title, variables) => {
  expect(readConfig(variables)).toEqual(defaults);
});

describe('a valid value is used', () => {
  test.each<[Partial<Record<Variable, string>>, object]>([
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [
      { PORT: '0', ADMIN_PORT: '0' },
      { port: 0, adminPort: 0 },
    ],
    [{ DATABASE_POOL_SIZE: '1' }, { databasePoolSize: 1 }],
    [{ MIGRATE_ON_START: 'false' }, { migrateOnStart: false }],
    [{ PAGES: 'false' }, { pages: false }],
    [{ PUZZLE_URL: 'https://puzzle.example/today?a=1#b' }, { puzzleUrl: 'https://puzzle.example/today?a=1#b' }],
    [{ PUZZLE_URL: '/' }, { puzzleUrl: '/' }],
    [
      { CORS_ORIGINS: 'https://a.example, http://localhost:8080' },
      { corsOrigins: ['https://a.example', 'http://localhost:8080'] },
    ],
    [{ AUTH_JWT_SECRET: secret }, { auth: { secret } }],
    [{ AUTH_JWT_SECRET: 'é'.repeat(16) }, { auth: { secret: 'é'.repeat(16) } }],
    [{ AUTH_JWKS_URL: jwksUrl }, { auth: { jwksUrl: new URL(jwksUrl) } }],
    [
      { DATABASE_URL: databaseUrl, AUTH_JWT_SECRET: secret, AUTH_ISSUER: 'me', AUTH_AUDIENCE: 'you' },
      { databaseUrl, auth: { secret, issuer: 'me', audience: 'you' } },
    ],
    [{ DATABASE_URL: 'postgresql:///verses', AUTH_JWKS_URL: jwksUrl }, { databaseUrl: 'postgresql:///verses' }],
    [{ DATABASE_URL: hostsUrl, AUTH_JWKS_URL: jwksUrl }, { databaseUrl: hostsUrl }],
    [
      { DATABASE_URL: databaseUrl, DESK_DATABASE_URL: 'postgres://desk@db/verses', AUTH_JWKS_URL: jwksUrl },
      { desk: { url: 'postgres://desk@db/verses', oidc: undefined } },
    ],
    [
      { DATABASE_URL: databaseUrl, PUZZLE_DATABASE_URL: 'postgres://puzzle@db/verses', AUTH_JWKS_URL: jwksUrl },
      { puzzle: { url: 'postgres://puzzle@db/verses' } },
    ],
    [
      {
        DATABASE_URL: databaseUrl,
        DESK_DATABASE_URL: databaseUrl,
        DESK_OIDC_ISSUER: oidcIssuer,
        DESK_OIDC_CLIENT_ID: 'desk',
        AUTH_JWKS_URL: jwksUrl,
        AUTH_ROLES_CLAIM: 'realm_access.roles',
        AUTH_ROLE_EDITOR: 'Editors of verses',
      },
      {
        desk: { oidc: { issuer: oidcIssuer, clientId: 'desk', parameters: 'scope=openid' } },
        auth: {
          roles: {
            claim: 'realm_access.roles',
            names: { 'calendar-viewer': 'calendar-viewer', 'calendar-editor': 'Editors of verses', puzzle: 'puzzle' },
          },
        },
      },
    ],
    [
      { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_WINDOW_DAYS: '1', SCHEDULE_HORIZON_DAYS: '2', SCHEDULE_REPEAT_DAYS: '0' },
      { calendar: { leadDays: 2, windowDays: 1, horizonDays: 2, repeatDays: 0 } },
    ],
    [
      { SCHEDULE_LEAD_DAYS: '36500', SCHEDULE_HORIZON_DAYS: '36500', SCHEDULE_REPEAT_DAYS: '365' },
      { calendar: { leadDays: 36_500, windowDays: 14, horizonDays: 36_500, repeatDays: 365 } },
    ],
  ])('%j', (variables, want) => {
    expect(readConfig(variables)).toMatchObject(want);
  });
});

describe('an invalid value ends the start with a line that names the variable, not the value', () => {
  const notIntegers = ['abc', '-1', '1.5', '1e3', '0x10', ' 7', '9999999999'];
  const notLinks = [
    'today',
    'javascript:alert(1)',
    'javascript:alert(1)//https://puzzle.example',
    'https:today',
    'https://',
    'https://user:hunter2@puzzle.example/',
    '/ ',
    '//other',
    '//',
    '/\\other',
  ];
  const notNames = [' ', '\t', ' a', 'a ', '\u00a0a', 'a\n', 'a\tb', 'a\u2003b', 'a\0'];
  const bad: Partial<Record<Variable, string[]>> = {
    PORT: [...notIntegers, '65536'],
    ADMIN_PORT: [...notIntegers, '65536', '3000'],
    DATABASE_URL: [
      'mysql://root:hunter2@db.example/verses',
      'db.example',
      'postgresql://',
      'postgresql://db.example',
      'postgresql://db.example/?sslmode=verify-full',
      'xpostgresql://db.example/verses',
      'postgresql://db.example/verses\npostgresql://db.example/verses',
      'postgresql://a:1,b:2/',
      'postgresql://a,/verses',
      'postgresql://a:1,b:port/verses',
      'postgresql://a,b/verses?target_session_attrs=standby',
    ],
    DESK_DATABASE_URL: ['mysql://root:hunter2@db.example/verses', 'postgresql://db.example'],
    HOST: [' ', '0.0.0.0 ', 'http://0.0.0.0'],
    DESK_OIDC_ISSUER: ['login.example', 'https://', 'https://user:hunter2@login.example/', `${oidcIssuer} `],
    DESK_OIDC_CLIENT_ID: notNames,
    DESK_OIDC_PARAMETERS: [' ', 'scope=openid\n', 'openid', 'scope=profile', 'scope=openid.profile'],
    PUZZLE_DATABASE_URL: ['mysql://root:hunter2@db.example/verses', 'postgresql://db.example'],
    DATABASE_POOL_SIZE: [...notIntegers, '0', '1001'],
    MAX_CONNECTIONS: [...notIntegers, '0', '1000001'],
    MIGRATE_ON_START: ['yes', 'TRUE', '1'],
    LOG_LEVEL: ['verbose', 'INFO'],
    PAGES: ['no', 'FALSE', '0'],
    PUZZLE_URL: notLinks,
    SIGN_IN_URL: notLinks,
    CORS_ORIGINS: ['*', 'puzzle.test', 'https://puzzle.test/', 'https://puzzle.test,', 'ftp://puzzle.test', ' '],
    AUTH_JWT_SECRET: ['x'.repeat(31), 'hunter2', ' '.repeat(32)],
    AUTH_JWT_SECRET_PREVIOUS: ['hunter2'],
    AUTH_JWKS_URL: [
      'login.test/jwks',
      'https:login.test',
      'file:///etc/passwd',
      'https://',
      'https://user:hunter2@login test/',
      'https://user:hunter2@login.example/jwks.json',
      'https://hunter2@login.example/jwks.json',
      ' https://login.example/jwks.json',
      'https://login.example/jwks.json\n',
    ],
    AUTH_ISSUER: notNames,
    AUTH_AUDIENCE: notNames,
    AUTH_ROLES_CLAIM: [...notNames, 'a..b', '.roles', 'roles.', '.', 'realm_access. roles'],
    AUTH_ROLE_VIEWER: notNames,
    AUTH_ROLE_EDITOR: notNames,
    AUTH_ROLE_PUZZLE: notNames,
    SCHEDULE_LEAD_DAYS: [...notIntegers, '0', '1', '36501'],
    SCHEDULE_WINDOW_DAYS: [...notIntegers, '0', '36501'],
    SCHEDULE_HORIZON_DAYS: [...notIntegers, '1', '36501'],
    SCHEDULE_REPEAT_DAYS: [...notIntegers, '366'],
  };
  const cases = Object.entries(bad).flatMap(([name, values]) =>
    values.map((value) => [name as Variable, value] as const),
  );

  test.each(cases)('%s=%j', (name, value) => {
    expect(rejection({ [name]: value })).toBe(`${name} must be ${accepts(name)}`);
  });

  test('one line names all invalid variables', () => {
    const line = rejection({ LOG_LEVEL: 'loud', AUTH_JWT_SECRET: 'hunter2', PORT: 'abc' });
    const names = ['PORT', 'LOG_LEVEL', 'AUTH_JWT_SECRET'] as const;
    expect(line).toBe(names.map((name) => `${name} must be ${accepts(name)}`).join('; '));
  });
});

test.each<[Partial<Record<Variable, string>>, RegExp]>([
  [{ SCHEDULE_HORIZON_DAYS: '6' }, /^SCHEDULE_HORIZON_DAYS must .* SCHEDULE_LEAD_DAYS/], // before the default lead
  [{ AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: jwksUrl }, /^Only one .* AUTH_JWT_SECRET .* or AUTH_JWKS_URL/],
  [{ DATABASE_URL: databaseUrl }, /^DATABASE_URL is set, .* AUTH_JWT_SECRET .* or AUTH_JWKS_URL/],
  [{ AUTH_JWT_SECRET_PREVIOUS: secret }, /^AUTH_JWT_SECRET_PREVIOUS is set, so AUTH_JWT_SECRET must be: a secret/],
  [{ DESK_DATABASE_URL: databaseUrl }, /^DESK_DATABASE_URL is set, so DATABASE_URL must be: a URL/],
  [
    { DESK_OIDC_ISSUER: oidcIssuer },
    /^If one is set, both must be: DESK_OIDC_ISSUER \(.*\) and DESK_OIDC_CLIENT_ID \(/,
  ],
  [
    { AUTH_ROLE_EDITOR: 'admin', AUTH_ROLE_PUZZLE: 'admin' },
    /^AUTH_ROLE_EDITOR and AUTH_ROLE_PUZZLE have the same name, admin; each must have its own$/,
  ],
  [
    { AUTH_ROLE_VIEWER: 'puzzle' }, // the default name of another
    /^AUTH_ROLE_VIEWER and AUTH_ROLE_PUZZLE have the same name, puzzle; each must have its own$/,
  ],
  [
    { DESK_OIDC_ISSUER: oidcIssuer, DESK_OIDC_CLIENT_ID: 'desk' },
    /^DESK_OIDC_ISSUER is set, so DESK_DATABASE_URL must be: a URL/,
  ],
])('contradictory variables end the start with a line that names them, without secrets: %j', (variables, want) => {
  const line = rejection(variables);
  expect(line).toMatch(want);
  expect(line).not.toContain('\n');
  for (const value of [secret, jwksUrl, databaseUrl]) expect(line).not.toContain(value);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verse-submissions-config-'));
  const file = join(folder, 'secret');
  writeFileSync(file, `${secret}\n`);
  const bytes = join(folder, 'bytes');
  writeFileSync(bytes, new Uint8Array(32).fill(0xff));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read without its last line feed', () => {
    expect(readConfig({ AUTH_JWT_SECRET_FILE: file })).toMatchObject({ auth: { secret } });
  });

  test.each<[Partial<Record<`${Variable}_FILE` | Variable, string>>, string]>([
    [{ AUTH_JWT_SECRET_FILE: join(folder, 'none') }, 'AUTH_JWT_SECRET_FILE must be a file that can be read (ENOENT)'],
    [
      { AUTH_JWT_SECRET_FILE: bytes },
      'AUTH_JWT_SECRET_FILE must be a file that can be read (ERR_ENCODING_INVALID_ENCODED_DATA)',
    ],
    [{ DATABASE_URL_FILE: file }, `DATABASE_URL must be ${accepts('DATABASE_URL')}`],
    [
      { AUTH_JWT_SECRET_FILE: file, AUTH_JWT_SECRET: secret },
      'Only one may be set: AUTH_JWT_SECRET or AUTH_JWT_SECRET_FILE',
    ],
  ])('%j ends the start', (variables, want) => {
    expect(rejection(variables)).toBe(want);
  });
});

test('unknown variables that begin as ours do are found, with the nearest name', () => {
  const variables = [
    'DATABASE_POOLSIZE',
    'LOG_LEVL',
    'AUTH_JWT_SECRETFILE',
    'DATABASE_URL',
    'DATABASE_URL_FILE',
    'PATH',
  ];
  const ofKubernetes = [
    'DATABASE_SERVICE_HOST',
    'DATABASE_SERVICE_PORT_HTTP',
    'DATABASE_PORT',
    'DATABASE_PORT_5432_TCP',
  ];
  const set = Object.fromEntries([...variables, ...ofKubernetes].map((name) => [name, 'x']));
  expect(Object.fromEntries(unknownVariables(set))).toEqual({
    DATABASE_POOLSIZE: 'DATABASE_POOL_SIZE',
    LOG_LEVL: 'LOG_LEVEL',
    AUTH_JWT_SECRETFILE: 'AUTH_JWT_SECRET_FILE',
  });
});

test("docs/configuration.md has the service's variables, with defaults and what they accept", () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `[A-Z_]+` +\|.*\|$/gm)].map(([row]) => row.replaceAll(/ +/g, ' '));
  const want = (Object.keys(environment) as Variable[]).map((name) => {
    const value = String(environment[name].default ?? '');
    return `| \`${name}\` | ${value === '' ? 'none' : `\`${value}\``} | ${accepts(name)} |`;
  });
  expect(rows).toEqual(want);
});
