import { afterAll, expect, test } from '@jest/globals';
import { Reference } from 'bible-reference-toolkit';
import fc from 'fast-check';
import { locks } from '../../src/database/lock.ts';
import { bookIds } from '../../src/generated/operations.ts';
import { versesOf } from '../../src/verse/division.ts';
import { TestClock } from '../support/clock.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService, validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

/** Past, so that tokens made now are valid then. */
const start = Temporal.Instant.from('2026-03-02T12:00:00Z');
const clock = new TestClock(start.toString());
const service = await TestService.start({ clock: clock.read });
afterAll(() => service[Symbol.asyncDispose]());

/**
 * Books as readers call them, by an independent package, but for the one that it names otherwise.
 */
const names = new Map(
  bookIds.map((id, index) => [
    id,
    id === 'SNG' ? 'Song of Songs' : String(Reference.bookEnglishFullNameFromId(index + 1)),
  ]),
);

const anyVerseOf = (bookId: (typeof bookIds)[number]) =>
  fc.integer({ min: 1, max: versesOf(bookId).length }).chain((chapter) =>
    fc.record({
      bookId: fc.constant(bookId),
      chapter: fc.constant(chapter),
      verse: fc.integer({ min: 1, max: versesOf(bookId)[chapter - 1] ?? 0 }),
    }),
  );

test('stores verses of all books as sent, and responds with the stored verse and date', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(...bookIds.map(anyVerseOf)), fc.nat(2_000_000_000), async (verses, milliseconds) => {
      run += 1;
      clock.now = start.add({ milliseconds });
      await service.database.query('truncate scheduled_submission');
      const users = verses.map(({ bookId }) => `${bookId} ${run}`);
      await service.solve(users);
      const responses = await Promise.all(
        verses.map((verse, index) => service.submit(users[index] ?? '', { ...validSubmission, ...verse })),
      );

      expect(responses.map(({ status }) => status)).toEqual(verses.map(() => 201));
      expect(responses.map(({ body }) => body.reference)).toEqual(
        verses.map(({ bookId, chapter, verse }) => `${names.get(bookId)} ${chapter}:${verse}`),
      );
      const stored = await service.database.query(
        `select user_id as user, book_id as "bookId", chapter, verse, to_char(scheduled_date, 'YYYY-MM-DD') as "scheduledDate",
           window_text as "windowText", extract(epoch from created_at)::float8 * 1000 as "createdAt"
         from scheduled_submission order by array_position($1, user_id)`,
        [users],
      );
      const createdAt = clock.now.epochMilliseconds;
      expect(stored).toEqual(
        responses.map(({ body: { scheduledDate, windowText } }, index) => {
          return { user: users[index], ...verses[index], scheduledDate, windowText, createdAt };
        }),
      );
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test('after a lost race, a 429 says when the cooldown of the submission that won ends', async () => {
  clock.now = start;
  await service.solve('outrun');
  // The request passes check 5 and waits, while another program stores a submission of its player.
  const other = await OpenTransaction.begin(service.database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const sent = service.submit('outrun');
  await other.awaited();
  await insertSubmission(other, { user: 'outrun', date: '2000-01-02', createdAt: '2026-02-23T12:00:01.001Z' });
  await other.commit();
  const response = await sent;
  expect(response).toMatchObject({
    status: 429,
    body: { error: 'Cooldown active', cooldownEndsAt: '2026-03-02T12:00:01.001Z' },
  });
  expect(response.headers.get('Retry-After')).toBe('2');
});
