import { expect, test } from '@jest/globals';
import { alterDatabase } from '../support/database.ts';
import { placeVerse, useDesk } from '../support/desk.ts';
import { TestService } from '../support/service.ts';

const { service, database } = await useDesk();

const viewer = { roles: ['calendar-viewer'] };
const list = async (query = '') => (await service.desk('GET', `changes${query}`, undefined, viewer)).body;
const idsOf = ({ changes }: { changes: { id: number }[] }) => changes.map(({ id }) => id);
const as = (sub: string, claims: object = {}) => ({ sub, roles: ['calendar-editor'], ...claims });

test("has the name of the operator's token as it was, if it can be kept", async () => {
  const [from, note] = ['2026-12-01', 'Too long'];
  await placeVerse(database, from, 11);
  const claims = [
    { name: 'Vera Núñez', preferred_username: 'vera' },
    { name: 7, preferred_username: 'vera' },
    { name: 'x'.repeat(256) },
    { name: 'V\0' },
  ];
  for (const [index, each] of claims.entries()) {
    await service.change('PUT', 'pause', { paused: index % 2 === 0 }, as('v', each));
  }
  const { changes } = await list();
  const names = changes.map(({ actor, actorName }: { actor: string; actorName?: string }) => [actor, actorName]);
  expect(names).toEqual([undefined, undefined, 'vera', 'Vera Núñez'].map((name) => ['v', name]));
  await service.change('POST', 'submissions/1/withdraw', { from, note }, as('ed', { name: 'Ed' }));
  const { body } = await service.desk('GET', 'submissions');
  expect(body.submissions).toMatchObject([{ withdrawnBy: 'ed', withdrawnByName: 'Ed', withdrawalNote: note }]);
});

test('lists the changes, newest first, with the verse as long as its row exists, and no player', async () => {
  await placeVerse(database, '2026-12-02', 105);
  await placeVerse(database, '2026-12-01', 11);
  const move = { from: '2026-12-02', to: '2026-12-01', swapWith: 2 };
  await service.change('POST', 'submissions/1/move', move);
  const from = '2026-12-02';
  await service.change('POST', 'submissions/2/withdraw', { from, note: 'No\nmore' }, as("Ed's \u{1F600}"));
  await service.change('PUT', 'pause', { paused: true });
  // Each has the database's instant, not the service's, until the next line.
  expect(await database.query("select from calendar_change where at > now() - interval '1 minute'")).toHaveLength(3);
  await database.query('update calendar_change set at = $1', ['2026-11-21T12:00:00.000999Z']);
  const at = '2026-11-21T12:00:00.000Z';
  const dates = ['2026-12-02', '2026-12-01'];
  const swap = { id: 1, at, actor: 'ed', action: 'swap', dates, submission: 1, otherSubmission: 2 };
  const withdraw = { id: 2, at, actor: "Ed's \u{1F600}", action: 'withdraw', dates: ['2026-12-02'], submission: 2 };
  const pause = { id: 3, at, actor: 'ed', action: 'pause', dates: [] };
  expect(await list()).toEqual({
    changes: [
      pause,
      { ...withdraw, reference: 'Psalm 119:11', note: 'No\nmore' },
      { ...swap, reference: 'Psalm 119:105', otherReference: 'Psalm 119:11' },
    ],
    months: ['2026-11'],
  });
  await database.query('delete from scheduled_submission where id = 1');
  await database.query('update scheduled_submission set chapter = 200 where id = 2');
  const changes = [pause, { ...withdraw, note: 'No\nmore' }, swap];
  expect(await list()).toEqual({ changes, months: ['2026-11'] });
});

test("lists the changes of an action, and of a month in UTC, whatever the database's time zone", async () => {
  await alterDatabase(database, "timezone = 'Pacific/Kiritimati'");
  await using other = await TestService.start({ database: database, desk: true });
  await database.query(`
    insert into calendar_change (at, actor, action, dates) values
      ('2026-10-31T23:59:59.999Z', 'ed', 'pause', '{}'), ('2026-11-01T00:00:00Z', 'ed', 'resume', '{}'),
      ('2026-11-30T23:59:59.999Z', 'ed', 'pause', '{}'), ('2026-12-01T00:00:00Z', 'ed', 'resume', '{}'),
      ('infinity', 'ed', 'pause', '{}')`);
  const listThere = async (query: string) => (await other.desk('GET', `changes?${query}`, undefined, viewer)).body;
  const ids = async (query: string) => idsOf(await listThere(query));
  expect(await ids('action=pause')).toEqual([5, 3, 1]);
  expect(await ids('month=2026-11')).toEqual([3, 2]);
  expect(await ids('month=9999-12')).toEqual([]);
  expect(await ids('month=2026-11&action=pause&before=5')).toEqual([3]);
  expect((await listThere('month=9999-12')).months).toEqual(['2026-12', '2026-11', '2026-10']);
  expect((await listThere('before=5')).months).toBeUndefined(); // known from the first page
});

test('lists the changes that concern a date, also one within many, and those of an operator', async () => {
  await database.query(`
    insert into calendar_change (actor, action, dates) values
      ('ed', 'move', '{2026-12-01,2026-12-24}'), ('ed', 'pause', '{}'),
      ('ed', 'block', '{2026-12-23,2026-12-24,2026-12-25}'), ('vera', 'withdraw', '{2026-12-23}')`);
  const ids = async (query: string) => idsOf(await list(query));
  expect(await ids('?date=2026-12-24')).toEqual([3, 1]);
  expect(await ids('?date=2026-12-26')).toEqual([]);
  expect(await ids('?actor=vera')).toEqual([4]);
  expect(await ids('?date=2026-12-23&actor=ed')).toEqual([3]);
});

test('a change has no instant if the contract cannot express the one that another program stored', async () => {
  await database.query(
    `insert into calendar_change (at, actor, action, dates)
     select instant::timestamptz, 'ed', 'pause', '{}' from unnest($1::text[]) as instant`,
    [['infinity', '-infinity', '10000-01-01T00:00:00Z', '9999-12-31T23:59:59.9999Z']],
  );
  const change = { actor: 'ed', action: 'pause', dates: [] };
  const last = { id: 4, at: '9999-12-31T23:59:59.999Z', ...change };
  expect((await list()).changes).toEqual([last, ...[3, 2, 1].map((id) => ({ id, ...change }))]);
});

test.each([0, 50, 101])('%i changes come in pages of 50, and the last page says that it is the last', async (count) => {
  await database.query(
    `insert into calendar_change (actor, action, dates) select 'ed', 'pause', '{}' from generate_series(1, $1)`,
    [count],
  );
  const pages = [await list()];
  while (pages.at(-1).before !== undefined) pages.push(await list(`?before=${pages.at(-1).before}`));
  expect(pages).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  expect(pages.flatMap(idsOf)).toEqual(Array.from({ length: count }, (_, index) => count - index));
});
