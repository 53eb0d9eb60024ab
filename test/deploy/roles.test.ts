import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asRole, createRoles, type Role } from '../support/roles.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/sql.ts';

// 42501 is insufficient_privilege, also for "must be owner of table"
const permissionDenied = expect.objectContaining({ code: '42501' });

/** What only the owner may do. */
const ofOwner = [
  'alter table scheduled_submission drop constraint scheduled_submission_cooldown',
  'alter table scheduled_submission disable trigger all',
  'create table somewhere (id integer)',
  'create index on scheduled_submission (verse)',
  'drop table daily_completion',
  'drop extension btree_gist cascade',
  'truncate scheduled_submission',
  'delete from scheduled_submission',
  'update scheduled_submission set verse = verse',
  'update scheduled_submission set created_at = created_at',
  "update blocked_date set date = '2027-03-28'",
  'update calendar_pause set since = now()',
  'update calendar_change set note = null',
  'delete from calendar_change',
  "insert into calendar_change (at, actor, action, dates) values ('2026-01-01', 'another', 'pause', '{}')",
  "insert into calendar_change (id, actor, action, dates) values (9, 'another', 'pause', '{}')",
  'update daily_completion set anonymous_id = anonymous_id',
  'delete from verses_migrations',
  'set role verses_owner',
  ...['select lo_creat(-1)', 'select lo_create(0)', "select lo_from_bytea(0, '')"],
];

/** What a role may not do, although another one may. */
const rejected: Record<Exclude<Role, 'verses_owner'>, string[]> = {
  verses_service: [
    'update scheduled_submission set scheduled_date = scheduled_date',
    "insert into blocked_date values ('2027-03-28', 'Easter')",
    'delete from blocked_date',
    'insert into calendar_pause values (default)',
    'delete from calendar_pause',
    'select from calendar_change',
    "insert into calendar_change (actor, action, dates) values ('service', 'pause', '{}')",
    "insert into daily_completion (anonymous_id, date) values ('cheat', '2026-11-21')",
    'delete from daily_completion',
    "insert into verses_migrations (name) values ('9999-none')",
  ],
  verses_puzzle: [
    'insert into scheduled_submission select * from scheduled_submission',
    'update scheduled_submission set scheduled_date = scheduled_date',
    'select from verses_migrations',
    "insert into blocked_date values ('2027-03-28', 'Easter')",
    'update blocked_date set label = label',
    'delete from blocked_date',
    'select from calendar_pause',
    'select actor from calendar_change',
  ],
  verses_desk: [
    ...[
      ['user_id', "'x'"],
      ['idempotency_key, window_text', "'key', 'a window'"],
      ['created_at', 'now()'],
      ['id', '9'],
    ].map(
      ([column, value]) =>
        `insert into scheduled_submission (book_id, chapter, verse, scheduled_date, ${column}) values ('GEN', 1, 1, '2030-01-01', ${value})`,
    ),
    'update scheduled_submission set user_id = user_id',
    'select idempotency_key from scheduled_submission',
    'select window_text from scheduled_submission',
    "select setval('calendar_change_id_seq', 9)",
    'select from daily_completion',
    "insert into daily_completion (anonymous_id, date) values ('cheat', '2026-11-21')",
    'select from verses_migrations',
  ],
};

describe.each(Object.entries(rejected))('%s may not', (role, statements) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test.each([...ofOwner, ...statements])('%s', async (statement) => {
    await expect(query(asRole(database.url, role as Role), statement)).rejects.toEqual(permissionDenied);
    // The superuser may: the statement itself is right.
    if (!statement.startsWith('set role')) await database.query(`begin; ${statement}; rollback`);
  });
});

// What the other roles may do, the tests of the service, its desk and its puzzle show, which connect as them.
test('the owner may withdraw a submission, whose date the service reserves next', async () => {
  await using service = await TestService.start();
  await service.solve(['a', 'b', 'c']);
  const first = await service.submit('a');
  await service.submit('b');
  await query(asRole(service.database.url, 'verses_owner'), "delete from scheduled_submission where user_id = 'a'");
  expect((await service.submit('c')).body.scheduledDate).toBe(first.body.scheduledDate);
});

describe('roles.sql', () => {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  let fresh: TestDatabase;
  const admin = `admin_${randomUUID().replaceAll('-', '')}`;
  const as = (role: string) => Object.assign(new URL(fresh.url), { username: role, password: 'password' }).href;
  beforeEach(async () => {
    fresh = await createTestDatabase('template1');
    await fresh.query(`create role ${admin} login createrole password 'password'`);
    await fresh.query(`create role ${admin}_stranger login password 'password'`);
    await fresh.query(`alter database ${new URL(fresh.url).pathname.slice(1)} owner to ${admin}`);
  });
  afterEach(async () => {
    await fresh.drop();
    await query(server, `drop role ${admin}, ${admin}_stranger`);
  });

  test('can be run twice by an owner that may create roles; the owner then migrates and grants', async () => {
    for (let times = 0; times < 2; times++) {
      await createRoles(as(admin));
      await migrate(asRole(fresh.url, 'verses_owner'), pino({ level: 'silent' }));
    }
    const serviceUrl = asRole(fresh.url, 'verses_service');
    await using service = await TestService.start({ database: { ...fresh, serviceUrl } });
    await service.solve('player');
    expect((await service.submit('player')).status).toBe(201);
  });

  test('limits the sessions of each role', async () => {
    await createRoles(fresh.url);
    const limits = `
      select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
    for (const [role, statement] of [
      ['verses_service', '2500ms'],
      ['verses_desk', '2500ms'],
      ['verses_puzzle', '0'],
      ['verses_owner', '0'],
    ] as const) {
      expect(await query(asRole(fresh.url, role), limits)).toEqual([{ statement, idle: '1min' }]);
    }
  });

  test('keeps other roles from connecting', async () => {
    await query(as(`${admin}_stranger`), 'select 1');
    await createRoles(as(admin));
    await expect(query(as(`${admin}_stranger`), 'select 1')).rejects.toEqual(permissionDenied);
  });
});

test('in a schema of its own, each role has its rights', async () => {
  const database = await createTestDatabase('template1');
  await database.query('create schema "Kids"');
  await alterDatabase(database, 'search_path = "Kids"');
  await createRoles(database.url);
  await migrate(asRole(database.url, 'verses_owner'), pino({ level: 'silent' }));
  await using service = await TestService.start({
    database: { ...database, serviceUrl: asRole(database.url, 'verses_service') },
    desk: true,
    puzzle: true,
    env: { MIGRATE_ON_START: 'false' },
  });
  expect((await service.puzzle('PUT', 'completions/2026-11-21/ann')).status).toBe(204);
  expect((await service.submit('ann')).status).toBe(201);
  expect((await service.desk('GET', 'calendar?from=2026-11-23&to=2026-11-23')).status).toBe(200);
  await service[Symbol.asyncDispose]();
  await database.drop();
});
