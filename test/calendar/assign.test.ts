import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assign, type StoredSubmission, type Submission } from '../../src/calendar/assign.ts';

const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const john = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const day = Temporal.PlainDate.from('2026-03-09');
const freeDates = (count: number) =>
  Array.from({ length: count }, (_, days) => ({ date: day.add({ days }), windowText: `window of ${days}` }));

const submission = (userId: string, changes: Partial<Submission> = {}): Submission => ({
  userId,
  verse: john,
  idempotencyKey: undefined,
  now,
  ...changes,
});

/** A submission that was stored some hours before. */
const stored = (userId: string, hours: number, changes: Partial<StoredSubmission> = {}): StoredSubmission => ({
  userId,
  ...john,
  createdAt: now.subtract({ hours }),
  idempotencyKey: 'key',
  scheduledDate: Temporal.PlainDate.from('2026-03-20'),
  movedFrom: null,
  windowText: 'a window',
  ...changes,
});

const ann = submission('ann');
const withKey = submission('ann', { idempotencyKey: 'key' });
const submittedAt = now.subtract({ hours: 1 }).epochMilliseconds;
const again = { ...john, date: '2026-03-20', windowText: 'a window' };
const onCooldown = (repeated: object | null) => ({ outcome: 'on cooldown', latest: { submittedAt, repeated } });
const reserved = (days: number) => ({
  outcome: 'reserved',
  date: day.add({ days }).toString(),
  windowText: `window of ${days}`,
});
const full = { outcome: 'calendar full' };

describe('who gets which date', () => {
  test.each<[string, Submission[], StoredSubmission[], number, object[]]>([
    ['nobody', [], [], 1, []],
    ['each in turn', [ann, submission('ben')], [], 3, [reserved(0), reserved(1)]],
    ['as many as there are dates', [ann, submission('ben')], [], 1, [reserved(0), full]],
    ['nobody in a full calendar, twice for a player who asks twice', [ann, ann], [], 0, [full, full]],
    [
      'no player on cooldown, who leaves no gap',
      [ann, submission('ben')],
      [stored('ann', 1)],
      1,
      [onCooldown(null), reserved(0)],
    ],
    ['a player whose cooldown is just over', [ann], [stored('ann', 168)], 1, [reserved(0)]],
    ['not who repeats a key, and who learns the submission', [withKey], [stored('ann', 1)], 1, [onCooldown(again)]],
    ['not who has another key', [withKey], [stored('ann', 1, { idempotencyKey: 'KEY' })], 1, [onCooldown(null)]],
    [
      'not who has a key where none was',
      [withKey],
      [stored('ann', 1, { idempotencyKey: null })],
      1,
      [onCooldown(null)],
    ],
    [
      'not who repeats the key of a moved one, and who learns its first date',
      [withKey],
      [stored('ann', 1, { movedFrom: Temporal.PlainDate.from('2026-03-11') })],
      1,
      [onCooldown({ ...again, date: '2026-03-11' })],
    ],
    [
      'not who repeats the key of a withdrawn one',
      [withKey],
      [stored('ann', 1, { scheduledDate: null })],
      1,
      [onCooldown(null)],
    ],
    [
      'not a player again in the same batch',
      [withKey, ann, withKey],
      [],
      9,
      [
        reserved(0),
        ...[null, { ...again, date: '2026-03-09', windowText: 'window of 0' }].map((repeated) => ({
          outcome: 'on cooldown',
          latest: { submittedAt: now.epochMilliseconds, repeated },
        })),
      ],
    ],
    [
      'the latest one counts',
      [withKey],
      [stored('ann', 2), stored('ann', 1, { idempotencyKey: null })],
      1,
      [onCooldown(null)],
    ],
  ])('%s', (_title, submissions, latest, free, reservations) => {
    expect(assign(submissions, latest, freeDates(free)).reservations).toEqual(reservations);
  });
});

test('what is stored is what was reserved: no player and no date twice, and no date left out', () => {
  const player = fc.constantFrom('ann', 'ben', 'cid', 'dan', 'eve');
  const request = player.map((userId) => submission(userId));
  const latest = fc.uniqueArray(fc.tuple(player, fc.integer({ min: 0, max: 200 })), { selector: ([userId]) => userId });
  fc.assert(
    fc.property(fc.array(request), latest, fc.nat(6), (submissions, known, count) => {
      const free = freeDates(count);
      const { reservations, rows } = assign(
        submissions,
        known.map(([userId, hours]) => stored(userId, hours)),
        free,
      );
      expect(reservations).toHaveLength(submissions.length);
      const got = reservations.flatMap((each) => (each.outcome === 'reserved' ? [each.date] : []));
      expect(rows.map(({ scheduledDate }) => String(scheduledDate))).toEqual(got);
      expect(got).toEqual(free.slice(0, got.length).map(({ date }) => date.toString()));
      const players = rows.map(({ userId }) => userId);
      expect(new Set(players).size).toBe(players.length);
      const allowed = known.filter(([, hours]) => hours < 168).map(([userId]) => userId);
      for (const [index, { outcome }] of reservations.entries()) {
        const { userId } = submissions[index] as Submission;
        if (outcome === 'calendar full') expect([got.length, players.includes(userId)]).toEqual([count, false]);
        if (outcome === 'on cooldown') expect([...allowed, ...players]).toContain(userId);
      }
    }),
  );
});
