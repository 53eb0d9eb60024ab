import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOrm } from '../../src/database/orm.ts';
import { createRoleOrm } from '../../src/database/role.ts';
import { createLogger } from '../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asRole } from '../support/roles.ts';
import { TestService } from '../support/service.ts';

let database: TestDatabase;
let log: { level: number; msg: string; err?: { message: string } }[];
const logger = createLogger('error', { write: (line) => log.push(JSON.parse(line)) });
beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
});
afterEach(() => database.drop());

const days = 'calendar?from=2026-11-23&to=2026-11-23';

test('players are served while the desk cannot be reached, and the desk works as soon as it can', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`
    revoke connect on database ${name} from public;
    grant connect on database ${name} to verses_service`);
  await using service = await TestService.start({ database, logger, desk: true });
  const err = expect.objectContaining({ message: expect.stringMatching(/permission denied for database/) });
  const msg = 'module unavailable; its requests return 500';
  expect(log).toEqual([expect.objectContaining({ level: 50, err, module: 'desk', msg })]);
  expect((await service.desk('GET', days)).status).toBe(500);
  expect(log).toEqual([expect.anything(), expect.objectContaining({ level: 50, err, msg: 'request failed' })]);
  await service.solve('player');
  expect((await service.submit('player')).status).toBe(201);
  await database.query(`grant connect on database ${name} to verses_desk`);
  expect((await service.desk('GET', days)).status).toBe(200);
});

test('a URL with a parameter ends the start with one line that names the variable', async () => {
  const DESK_DATABASE_URL = `${asRole(database.url, 'verses_desk')}?verify=1`;
  await expect(TestService.start({ database, env: { DESK_DATABASE_URL } })).rejects.toThrow(
    /^DESK_DATABASE_URL has the parameter verify; supported are /,
  );
});

test('after a revoked right, the puzzle alone is unavailable, and one line says why', async () => {
  await database.query('revoke delete on daily_completion from verses_puzzle');
  await using service = await TestService.start({ database, logger, desk: true, puzzle: true });
  const reason = /^The role of PUZZLE_DATABASE_URL lacks delete on daily_completion\. /;
  const err = expect.objectContaining({ message: expect.stringMatching(reason) });
  expect(log).toEqual([expect.objectContaining({ err, module: 'puzzle' })]);
  expect((await service.puzzle('PUT', 'completions/2026-11-21/ann')).status).toBe(500);
  expect((await service.desk('GET', days)).status).toBe(200);
});

/** What the log says once of the desk's connections at their creation. */
async function reasonFor(url: string): Promise<string | undefined> {
  const orm = createOrm(database.serviceUrl, 1, logger);
  const ofDesk = await createRoleOrm({ url, orm, logger }, 'desk', 'verses_desk', 'DESK_DATABASE_URL', 1);
  await ofDesk.close();
  await orm.close();
  expect(log.length).toBeLessThanOrEqual(1);
  return log.pop()?.err?.message;
}
const desk = () => asRole(database.url, 'verses_desk');
const lacks = (rights: string) =>
  RegExp(
    `^The role of DESK_DATABASE_URL lacks ${RegExp.escape(rights)}\\. Run npm run db:migrate as the tables' owner`,
  );

test.each([
  ['revoke select (user_id) on scheduled_submission from verses_desk', 'select (user_id) on scheduled_submission'],
  ['revoke insert, delete on blocked_date from verses_desk', 'delete on blocked_date, insert on blocked_date'],
  ['revoke update (label) on blocked_date from verses_desk', 'update (label) on blocked_date'],
  ['alter table calendar_change rename to other', 'the table calendar_change'],
])('after "%s", one line names %s', async (change, missing) => {
  await database.query(change);
  expect(await reasonFor(desk())).toMatch(lacks(missing));
});

test('the role of the service is not enough for the desk', async () => {
  expect(await reasonFor(database.serviceUrl)).toMatch(/DESK_DATABASE_URL lacks .*insert \(actor\) on calendar_change/);
});

const elsewhere =
  /^DESK_DATABASE_URL leads to another database or schema than DATABASE_URL: it must name the same one, as a role of its own$/;

test('another database than that of the service is never used, even if it has the same schema', async () => {
  const other = await createTestDatabase();
  expect(await reasonFor(asRole(other.url, 'verses_desk'))).toMatch(elsewhere);
  await other.drop();
});

test.each(['scheduled_submission', 'blocked_date', 'calendar_pause', 'daily_completion'])(
  'a table %s of another schema is never used',
  async (table) => {
    await database.query(`
      create schema other;
      create table other.${table} (like public.${table} including all);
      grant usage on schema other to verses_desk;
      grant all on other.${table} to verses_desk`);
    expect(await reasonFor(`${desk()}?options=-csearch_path%3Dother,public`)).toMatch(elsewhere);
  },
);

test('the same database by another address of its server is accepted', async () => {
  const address = desk().replace('127.0.0.1', 'localhost');
  expect(address).toContain('localhost');
  expect(await reasonFor(address)).toBeUndefined();
});
