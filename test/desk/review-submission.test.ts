import { expect, test } from '@jest/globals';
import { placeVerse, recordOf, useDesk } from '../support/desk.ts';

const { service, database } = await useDesk({ puzzle: true });

const as = (sub: string, name?: string) => ({ sub, roles: ['calendar-editor'], ...(name !== undefined && { name }) });
const review = (id: number, reviewed: boolean, by = as('ed'), reviewedAt?: string) =>
  service.desk('PUT', `submissions/${id}/review`, { reviewed, reviewedAt }, by);
const reviewAll = async (newest: number, by = as('ed')) =>
  (await service.desk('POST', 'review', { to: '2026-12-02', newest }, by)).body;
const readers = async () =>
  (await database.query('select reviewed_by as by from scheduled_submission order by id')).map(({ by }) => by);

test('stores who read a verse first, and is not in the record', async () => {
  await placeVerse(database, '2026-12-01');
  for (const [by, status] of [
    ['ann', 200],
    ['ann', 200],
    ['ben', 409],
  ] as const) {
    const body = { days: [{ date: '2026-12-01', submission: { reviewedBy: 'ann' } }] };
    expect(await review(1, true, as(by))).toMatchObject({ status, body });
  }
  expect(await recordOf(database)).toEqual([]);
});

test("takes back one's own reading, and a colleague's only if it names it", async () => {
  await placeVerse(database, '2026-12-01');
  const { days } = (await review(1, true, as('ann'))).body;
  const { reviewedAt } = days[0].submission;
  for (const named of [undefined, '2026-11-21T11:59:59.999Z']) {
    expect(await review(1, false, as('ben'), named)).toMatchObject({ status: 409, body: { days } });
    expect(await readers()).toEqual(['ann']);
  }
  const unread = { status: 200, body: { days: [{ date: '2026-12-01', submission: { id: 1, reviewed: false } }] } };
  expect(await review(1, false, as('ben'), reviewedAt)).toMatchObject(unread);
  expect(await readers()).toEqual([null]);
  await review(1, true, as('ann'));
  expect(await review(1, false, as('ann'))).toMatchObject(unread);
  expect(await review(1, false, as('ben'))).toMatchObject(unread); // nobody has read it
});

test('has the name of the editor as it was, if the token has one that can be kept', async () => {
  for (const date of ['2026-12-01', '2026-12-02']) await placeVerse(database, date);
  await review(1, true, as('v', 'Vera'));
  await reviewAll(2, as('v', 'Vera Núñez'));
  const names = async () =>
    (await service.desk('GET', 'submissions')).body.submissions.map(
      ({ reviewedBy, reviewedByName }: Record<string, string>) => `${reviewedBy}: ${reviewedByName}`,
    );
  expect(await names()).toEqual(['v: Vera Núñez', 'v: Vera']);
  const { submission } = (await service.desk('GET', 'calendar')).body.days[10];
  expect(submission).toMatchObject({ reviewedBy: 'v', reviewedByName: 'Vera' });
  await review(1, false, as('v', 'Vera'));
  await review(1, true, as('v', 'V\0'));
  expect((await names())[1]).toBe('v: undefined');
});

test("a verse of the editor's own is read, whatever anybody says", async () => {
  await service.change('PUT', 'verses/2026-12-01', { bookId: 'JHN', chapter: 1, verse: 14 });
  for (const reviewed of [false, true]) {
    expect((await review(1, reviewed)).body).toMatchObject({ days: [{ submission: { reviewed: true } }] });
    expect(await readers()).toEqual([null]);
  }
  expect((await service.desk('GET', 'calendar')).body).toMatchObject({ unread: 0 });
});

test('of all verses up to a date, those that came after the newest one that was seen stay unread', async () => {
  for (const date of ['2026-11-20', '2026-12-01', '2026-12-03', '2026-12-02']) await placeVerse(database, date);
  for (const by of ['ann', 'ben']) {
    expect(await reviewAll(3, as(by))).toEqual({ unread: 2, firstUnread: '2026-12-02' });
    expect(await readers()).toEqual(['ann', 'ann', null, null]);
  }
  expect(await reviewAll(4)).toEqual({ unread: 1, firstUnread: '2026-12-03' });
  await review(3, true);
  expect(await reviewAll(4)).toEqual({ unread: 0 });
});

test("a player's export does not say who has read the verse, and an erasure leaves it", async () => {
  await placeVerse(database, '2026-12-01');
  await review(1, true, as('ann', 'Annabel'));
  const player = 'players/of%202026-12-01';
  expect((await service.puzzle('GET', player)).text).not.toMatch(/review|ann/i);
  expect((await service.puzzle('DELETE', player)).status).toBe(204);
  expect(await readers()).toEqual(['ann']);
});
