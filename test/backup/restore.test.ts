import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { print } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { startLoad } from '../support/load.ts';
import { token, validSubmission } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';

/** The commands of docs/backing-up.md, whose server and file are the test's. */
async function commandsOf(dump: string) {
  const text = await readFile(join(root, 'docs/backing-up.md'), 'utf8');
  const blocks = [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, , commands = '']) => commands);
  const [backUp = '', tellPrometheus = '', createDatabase = '', restore = '', migrate = '', ...others] = blocks;
  expect(others).toEqual([]);
  // Instead of `~/.pgpass`. `secret` is also the password in the document's URLs.
  const passwords = join(dirname(dump), 'pgpass');
  await writeFile(passwords, '*:*:*:verses_owner:secret\n', { mode: 0o600 });
  const on = (server: DebianPostgres, commands: string) =>
    `PGPASSFILE='${passwords}' PGPASSWORD= sh -ec '${commands.replaceAll('db.example', server.host).replaceAll('verses.dump', dump)}'`;
  return {
    backUp: (server: DebianPostgres) => server.run(on(server, backUp)),
    tellPrometheus: (server: DebianPostgres) => server.run(`cd '${dirname(dump)}'; ${tellPrometheus}`),
    // As a superuser. Each role's password is asked for twice.
    createDatabase: (server: DebianPostgres) => server.run(createDatabase, 'secret\n'.repeat(8)),
    restore: (server: DebianPostgres) => server.run(on(server, restore)),
    migrate: (server: DebianPostgres) => server.run(on(server, migrate)),
  };
}

async function submit(instance: Instance, player: string, more: Record<string, string> = {}) {
  const { method, path } = submitVerseOperation;
  const headers = { Authorization: `Bearer ${await token(player)}`, ...more };
  const response = await fetch(instance.url + path, { method, headers, body: JSON.stringify(validSubmission) });
  return { status: response.status, body: await response.json() };
}

const urlAs = (role: 'verses_service' | 'verses_puzzle', { host }: DebianPostgres) =>
  `postgresql://${role}:secret@${host}/verses`;

/** Every row of a table, as text. */
async function rowsOf(table: 'scheduled_submission' | 'daily_completion', server: DebianPostgres): Promise<string[]> {
  const rows = await query<{ row: string }>(server.superuserUrl, `select t::text as row from ${table} t order by id`);
  return rows.map(({ row }) => row);
}

async function solve(player: string, server: DebianPostgres): Promise<void> {
  const completion = 'insert into daily_completion (anonymous_id, date) values ($1, $2)';
  await query(urlAs('verses_puzzle', server), completion, [player, validSubmission.localDate]);
}

test('a database that is dumped while players submit serves on from another server', async () => {
  await using stack = new AsyncDisposableStack();
  const directory = stack.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const { backUp, tellPrometheus, createDatabase, restore, migrate } = await commandsOf(join(directory, 'verses.dump'));
  const [old, fresh] = [stack.use(await startDebianPostgres()), stack.use(await startDebianPostgres())];
  await createDatabase(old);
  await migrate(old);
  const before = stack.use(await Instance.start(urlAs('verses_service', old)));
  await solve('ann', old);
  const first = await submit(before, 'ann', { 'Idempotency-Key': 'a-key' });
  const load = await startLoad({ instances: [before.url], databaseUrl: old.superuserUrl });

  const storedBefore = await rowsOf('scheduled_submission', old);
  const start = performance.now();
  await backUp(old);
  const backedUp = performance.now();
  await tellPrometheus(old);
  expect((await stat(join(directory, 'verses.dump'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'backup.prom'))).mode & 0o777).toBe(0o644);
  const seconds = /^verses_backup_seconds (\d+)\n$/.exec(await readFile(join(directory, 'backup.prom'), 'utf8'))?.[1];
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60);
  await load.served();
  const figures = await load.stop();
  const storedAfter = await rowsOf('scheduled_submission', old);

  const restoring = performance.now();
  await createDatabase(fresh);
  await restore(fresh);
  await migrate(fresh);
  const restored = performance.now();
  print('backup', `dumped in ${Math.round(backedUp - start)} ms, restored in ${Math.round(restored - restoring)} ms`);

  // No submission waited for the dump, which has each that was stored before it, and those only
  // that were stored at its snapshot.
  expect(figures).toMatchObject({ responses: { 201: figures.sent }, undocumented: [], lost: 0 });
  expect(figures.longestOutageMs).toBeLessThan(2_000);
  const stored = await rowsOf('scheduled_submission', fresh);
  expect(stored.slice(0, storedBefore.length)).toEqual(storedBefore);
  expect(stored).toEqual(storedAfter.slice(0, stored.length));
  expect(storedAfter.length).toBeGreaterThan(stored.length);
  expect(await rowsOf('daily_completion', fresh)).toEqual(await rowsOf('daily_completion', old));

  const service = stack.use(await Instance.start(urlAs('verses_service', fresh)));
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(await submit(service, 'ann', { 'Idempotency-Key': 'a-key' })).toEqual(first);
  expect(await submit(service, 'ann')).toMatchObject({ status: 429, body: { error: 'Cooldown active' } });

  const [next] = await query<{ date: string }>(
    fresh.superuserUrl,
    `select to_char(max(scheduled_date) + 1, 'YYYY-MM-DD') as date from scheduled_submission`,
  );
  await solve('bob', fresh);
  expect(await submit(service, 'bob')).toMatchObject({ status: 201, body: { scheduledDate: next?.date } });
});
