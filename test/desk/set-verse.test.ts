import { beforeEach, expect, test } from '@jest/globals';
import { block, placeVerse, recordOf, stateOf, useDesk } from '../support/desk.ts';

const { clock, service, database } = await useDesk({ puzzle: true });

const [date, other] = ['2026-12-25', '2026-12-26'];
const verse = { bookId: 'JHN', chapter: 1, verse: 14 };
beforeEach(async () => {
  await block(database, date);
});

const setVerse = (body: object = verse) => service.change('PUT', `verses/${date}`, body);
const move = (id: number, body: object) => service.change('POST', `submissions/${id}/move`, body);

test("a verse of the editor's own is nobody's, on a date that stays blocked, and the puzzle reads it", async () => {
  const { status, body } = await setVerse({ ...verse, note: 'For Christmas' });
  const player = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const submission = { ...verse, id: 1, player, byEditor: true, reference: 'John 1:14', alsoOn: [] };
  const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'set' };
  const day = { date, state: 'reserved', label: 'Christmas', latestChange };
  const days = [{ ...day, submission: expect.objectContaining(submission) }];
  expect({ status, body }).toEqual({ status: 200, body: { days } });
  expect(await recordOf(database)).toEqual([
    { actor: 'ed', action: 'set', dates: [date], submission: 1, note: 'For Christmas' },
  ]);
  expect((await service.puzzle('GET', `verses/${date}`)).body).toMatchObject({ reference: 'John 1:14' });
  const withdrawn = await service.change('POST', 'submissions/1/withdraw', { from: date });
  expect(withdrawn.body.days).toMatchObject([{ date, state: 'blocked', label: 'Christmas' }]);
});

test('that is there already gets the same response, and is recorded once, even when its date has begun', async () => {
  const send = () => service.desk('PUT', `verses/${date}`, { ...verse, change: 0 });
  const first = await send();
  clock.now = Temporal.Instant.from('2026-12-25T12:00:00Z');
  expect(await send()).toMatchObject({ status: 200, text: first.text });
  expect(await recordOf(database)).toHaveLength(1);
  expect((await setVerse({ ...verse, verse: 15 })).body.error).toBe('A date that has begun cannot be changed');
});

test.each([
  ["another verse of the editor's own", { ...verse, verse: 15 }, true],
  ["a player's, of the same verse", verse, false],
])('409, the date has %s', async (_title, there, byEditor) => {
  await setVerse(there);
  await database.query('update scheduled_submission set by_editor = $1', [byEditor]);
  expect(await setVerse()).toMatchObject({ status: 409, body: { error: 'Another verse is on this date' } });
});

test("leaves the blocked date and comes back, by a move or a swap; a player's verse does not go there", async () => {
  await setVerse();
  await placeVerse(database, other);
  const blocked = { status: 409, body: { error: 'The date is blocked' } };
  expect(await move(1, { from: date, to: other, swapWith: 2 })).toMatchObject(blocked);
  expect(await move(2, { from: other, to: date, swapWith: 1 })).toMatchObject(blocked);
  expect((await move(1, { from: date, to: '2026-12-27' })).status).toBe(200);
  expect((await move(1, { from: '2026-12-27', to: date })).status).toBe(200);
  await database.query('update scheduled_submission set by_editor = true');
  expect((await move(2, { from: other, to: date, swapWith: 1 })).status).toBe(200);
  expect((await stateOf(database)).verses).toMatchObject([{ date: other }, { date }]);
  expect((await move(2, { from: date, to: other, swapWith: 1 })).status).toBe(200);
});

test('a block below it is removed and put back', async () => {
  await setVerse();
  for (const label of [undefined, 'Easter']) {
    const path = label === undefined ? 'blocked-dates/unblock' : 'blocked-dates';
    const { outcomes } = (await service.change('POST', path, { dates: [date], label })).body;
    expect(outcomes).toMatchObject([{ outcome: 'done', day: { date, state: 'reserved' } }]);
    expect(outcomes[0].day.label).toBe(label);
  }
});
