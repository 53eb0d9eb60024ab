import { expect, test } from '@jest/globals';
import { block, reserve, useDesk } from '../support/desk.ts';

const date = '2026-12-24';
const john316 = {
  date,
  bookId: 'JHN',
  chapter: 3,
  verse: 16,
  reference: 'John 3:16',
  words:
    'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  translation: 'King James Version',
  player: 'ann',
};

const { service, database } = await useDesk({ puzzle: true });

const read = (headers?: Record<string, string>) => service.puzzle('GET', `verses/${date}`, undefined, headers);

test('has the verse, its text and who submitted it, with an ETag that holds until either is another', async () => {
  await reserve(database, date, 'ann');
  const { status, body, headers } = await read();
  expect([status, body]).toEqual([200, john316]);
  expect(headers.get('Cache-Control')).toBe('private, no-cache');
  const known = { 'If-None-Match': `${headers.get('ETag')}`, 'Cache-Control': 'max-age=0' };
  expect(await read(known)).toMatchObject({ status: 304, text: '' });

  await database.query('update scheduled_submission set verse = 17');
  expect(await read(known)).toMatchObject({ status: 200, body: { reference: 'John 3:17', player: 'ann' } });
  await database.query("update scheduled_submission set verse = 16, user_id = 'ben'");
  expect(await read(known)).toMatchObject({ status: 200, body: { reference: 'John 3:16', player: 'ben' } });
});

test('names nobody for a verse that an editor has set', async () => {
  await reserve(database, date, 'ann');
  await database.query('update scheduled_submission set by_editor = true');
  const { player, ...set } = john316;
  expect((await read()).body).toEqual(set);
});

test('is 404 without a verse, with the label of a date that is blocked', async () => {
  expect(await read()).toMatchObject({ status: 404, body: { error: 'No verse on this date' } });
  await block(database, date, 'Christmas Eve');
  expect((await read()).body).toEqual({ error: 'No verse on this date', blocked: 'Christmas Eve' });
});

test('has no label, and no verse, of another program that the contract cannot express', async () => {
  await block(database, date, 'a\tb');
  expect((await read()).body).toEqual({ error: 'No verse on this date' });
  await reserve(database, date, 'ann', ['GEN', 1, 99]);
  expect(await read()).toMatchObject({ status: 404, body: { error: 'No verse on this date' } });
});
