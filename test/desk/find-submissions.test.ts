import { expect, test } from '@jest/globals';
import { builtChapters } from '../../src/verse/chapters.ts';
import { codesOfVersesWith, createReadWordIndex } from '../../src/verse/find-verses.ts';
import { reserve, stateOf, useDesk } from '../support/desk.ts';
import { allowOddRows, insertSubmission } from '../support/submissions.ts';
import { fillYear } from '../support/year.ts';

const { service, database } = await useDesk();

const find = async (query: Record<string, string> = {}) =>
  await service.desk('GET', `submissions?${new URLSearchParams(query)}`, undefined, { roles: ['calendar-viewer'] });
const idsOf = ({ submissions }: { submissions: { id: number }[] }) => submissions.map(({ id }) => id);
const ids = async (query?: Record<string, string>) => idsOf((await find(query)).body);
const change = (path: string, body: object) => service.change('POST', `submissions/${path}`, body);

test('finds submissions by player, verse, withdrawal and review, newest first, with where they are', async () => {
  const player = `${'\u{1F600}'.repeat(253)}%_`;
  await reserve(database, '2026-12-01', player);
  await reserve(database, '2026-12-02', 'ben', ['JHN', 3, 17]);
  await reserve(database, '2026-12-03', 'cat', ['JHN', 21, 3]);
  await reserve(database, '2026-12-04', 'dan', ['1JN', 3, 16]);
  await change('1/move', { from: '2026-12-01', to: '2026-12-24' });
  await change('4/withdraw', { from: '2026-12-04', note: 'An earlier one' });
  await change('4/restore', { to: '2026-12-04' });
  await change('4/withdraw', { from: '2026-12-04', note: 'Too long' });
  await service.change('PUT', 'verses/2026-12-05', { bookId: 'GEN', chapter: 1, verse: 1 });
  const [own, ...submissions] = (await find()).body.submissions;
  expect(own).toMatchObject({ id: 5, byEditor: true, reference: 'Genesis 1:1' });
  expect(idsOf({ submissions })).toEqual([4, 3, 2, 1]);
  expect(submissions[3]).toEqual({
    id: 1,
    ...{ player, reviewed: false, reference: 'John 3:16', bookId: 'JHN', chapter: 3, verse: 16 },
    words: expect.stringMatching(/^For God so loved/),
    submittedAt: '2026-09-01T00:00:00.000Z',
    movedFrom: '2026-12-01',
    date: '2026-12-24',
    latestChange: { id: 1, at: expect.any(String), actor: 'ed', action: 'move' },
  });
  expect(submissions[0].date).toBeUndefined();
  expect(submissions[0]).toMatchObject({
    withdrawnAt: '2026-11-21T12:00:00.000Z',
    withdrawnFrom: '2026-12-04',
    withdrawnBy: 'ed',
    withdrawalNote: 'Too long',
  });
  expect(await ids({ player })).toEqual([1]);
  expect(await ids({ player: '%' })).toEqual([]);
  expect(await ids({ verse: 'JHN' })).toEqual([3, 2, 1]);
  expect(await ids({ verse: 'JHN.3' })).toEqual([2, 1]);
  expect(await ids({ verse: 'JHN.3.16', withdrawn: 'false' })).toEqual([1]);
  expect(await ids({ verse: 'XYZ.999.999' })).toEqual([]);
  expect(await ids({ withdrawn: 'true' })).toEqual([4]);
  expect(await ids({ withdrawn: 'true', player })).toEqual([]);
  await service.desk('PUT', 'submissions/2/review', { reviewed: true });
  expect(await ids({ unread: 'true' })).toEqual([4, 3, 1]);
});

test('in a year, a text finds verses by their words, by the note of a withdrawal and by the id of a player', async () => {
  await fillYear(database, Temporal.PlainDate.from('2026-11-21'));
  const { verses } = await stateOf(database);
  const notes = { 40: 'Too long: 100 % of it', 60: 'Already in June_2026', 80: 'für Ostern' };
  for (const [id, note] of Object.entries(notes)) {
    await change(`${id}/withdraw`, { from: verses.find((verse) => verse['id'] === Number(id))?.['date'], note });
  }
  const player = '0b6f1c1e-9f5e-4c38-8d3b-2f6f3a0d9c11';
  await database.query('update scheduled_submission set user_id = $1 where id = 20', [player]);

  // By their words: what a plain reading of all rows finds.
  const index = await createReadWordIndex(builtChapters)();
  const rows = await database.query<{ id: number; verse: string }>(`
    select id::integer, book_id || '.' || chapter || '.' || verse as verse from scheduled_submission order by id desc`);
  for (const text of ['the', 'love', 'beginning the in']) {
    const verses = codesOfVersesWith(index, text);
    const found = rows.filter(({ verse }) => verses.includes(verse)).map(({ id }) => id);
    expect([text, found.length > 0]).toEqual([text, true]);
    const { body } = await find({ text });
    expect([text, body.count, idsOf(body)]).toEqual([text, found.length, found.slice(0, 50)]);
  }
  const found: Record<string, number[]> = {
    ...{ 'TOO long': [40], 'long too': [40], '100 %': [40], june_: [60], juneX: [], FÜR: [80] },
    ...{ [player.slice(0, 8)]: [20], [player.slice(0, 7)]: [], zebra: [], '...': [] },
  };
  for (const [text, want] of Object.entries(found)) expect([text, await ids({ text })]).toEqual([text, want]);
  expect((await find({ text: 'ruth77' })).body).toMatchObject({ count: 1, submissions: [{ player: 'ruth77' }] });
  expect(await ids({ text: 'too', withdrawn: 'true' })).toEqual([40]);
  expect(await ids({ text: 'too long', verse: 'XYZ', unread: 'true' })).toEqual([]);
  expect((await find({ verse: 'PHP.4.13', text: 'too long' })).body.count).toBe(3);
});

test('comes in pages of 50, without what the contract cannot express', async () => {
  await allowOddRows(database);
  await database.query(`
    insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
    select 'player ' || day, 'GEN', 1, case day when 60 then 32 else 1 end, date '2026-12-01' + day
    from generate_series(1, 101) as day`);
  for (const date of ['12030-01-05', '0044-03-15 BC', 'infinity'])
    await insertSubmission(database, { user: date, date });
  const pages = [(await find()).body];
  while (pages.at(-1).before !== undefined) pages.push((await find({ before: pages.at(-1).before })).body);
  const found = pages.map(idsOf);
  expect(found.map(({ length }) => length)).toEqual([49, 50, 1]);
  expect(pages.map(({ count }) => count)).toEqual([101, 51, 1]);
  expect(found.flat()).toEqual(Array.from({ length: 101 }, (_, index) => 101 - index).filter((id) => id !== 60));
});
