import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assign, type StoredSubmission, type Submission } from '../../src/calendar/assign.ts';
import { reservationLimits } from '../../src/database/limits.ts';

const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const john = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const day = Temporal.PlainDate.from('2026-03-09');
const lead = 7;
/** As many free dates, without a gap, with the verse on some other days. */
const calendar = (count: number, repeatDays = 0, scheduled: readonly number[] = []) => ({
  today: Temporal.PlainDate.from('2026-03-02'),
  rules: { leadDays: lead, windowDays: 2, horizonDays: 365, repeatDays },
  free: Array.from({ length: count }, (_, days) => lead + days),
  scheduled: scheduled.map((days) => ({ ...john, day: lead + days })),
});

const submission = (userId: string, changes: Partial<Submission> = {}): Submission => ({
  userId,
  verse: john,
  idempotencyKey: undefined,
  now,
  ...changes,
});

/** A submission that was stored some hours before. */
const stored = (hours: number, changes: Partial<StoredSubmission> = {}): StoredSubmission => ({
  userId: 'ann',
  ...john,
  createdAt: now.subtract({ hours }),
  idempotencyKey: 'key',
  scheduledDate: Temporal.PlainDate.from('2026-03-20'),
  movedFrom: null,
  windowText: 'a window',
  ...changes,
});

const [ann, ben] = [submission('ann'), submission('ben')];
const withKey = submission('ann', { idempotencyKey: 'key' });
const submittedAt = now.subtract({ hours: 1 }).epochMilliseconds;
const onCooldown = (repeated: object | null) => ({ outcome: 'on cooldown', latest: { submittedAt, repeated } });
const reserved = (days: number) => ({
  outcome: 'reserved',
  date: day.add({ days }).toString(),
  windowText: `March ${9 + days - (days % 2)}\u2009–\u2009${10 + days - (days % 2)}, 2026`,
});
const full = { outcome: 'calendar full' };

const again = { ...john, date: '2026-03-20', windowText: 'a window' };
const noKey = { idempotencyKey: null };

test.each<[string, Submission[], StoredSubmission[], number, object[]]>([
  ['each gets one in turn', [ann, ben], [], 3, [reserved(0), reserved(1)]],
  ['as many get one as there are', [ann, ben], [], 1, [reserved(0), full]],
  ['nobody gets one in a full calendar, nor a player who asks twice', [ann, ann], [], 0, [full, full]],
  ['a player on cooldown leaves no gap', [ann, ben], [stored(1)], 1, [onCooldown(null), reserved(0)]],
])('of the free dates, %s', (_title, submissions, latest, free, reservations) => {
  expect(assign(submissions, latest, calendar(free)).reservations).toEqual(reservations);
});

describe('a player who submits again', () => {
  test.each<[string, Submission, StoredSubmission[], object]>([
    ['gets a date if the cooldown is just over', ann, [stored(168)], reserved(0)],
    ['learns the submission by its key', withKey, [stored(1)], onCooldown(again)],
    ['learns nothing by another key', withKey, [stored(1, { idempotencyKey: 'KEY' })], onCooldown(null)],
    ['learns nothing by a key where none was', withKey, [stored(1, noKey)], onCooldown(null)],
    [
      'learns the first date of a moved one',
      withKey,
      [stored(1, { movedFrom: Temporal.PlainDate.from('2026-03-11') })],
      onCooldown({ ...again, date: '2026-03-11' }),
    ],
    ['learns nothing of a withdrawn one', withKey, [stored(1, { scheduledDate: null })], onCooldown(null)],
    ['is judged by the latest one', withKey, [stored(2), stored(1, noKey)], onCooldown(null)],
  ])('%s', (_title, submission, latest, reservation) => {
    expect(assign([submission], latest, calendar(1)).reservations).toEqual([reservation]);
  });

  test('gets no date, in the same batch neither', () => {
    const latest = (repeated: object | null) => ({ submittedAt: now.epochMilliseconds, repeated });
    const first = { ...again, date: '2026-03-09', windowText: reserved(0).windowText };
    expect(assign([withKey, ann, withKey], [], calendar(9)).reservations).toEqual([
      reserved(0),
      { outcome: 'on cooldown', latest: latest(null) },
      { outcome: 'on cooldown', latest: latest(first) },
    ]);
  });
});

describe('a verse that is repeated', () => {
  const other = { ...john, verse: 17 };
  test.each<[string, number, number[], Submission['verse'][], number[]]>([
    ['gets the earliest date if the rule is off', 0, [-1, 8], [john, john], [0, 1]],
    ['gets the earliest date that is more than three days after an equal one', 3, [-1], [john], [3]],
    ['gets a date that is more than three days before an equal one', 3, [-4, 4], [john], [0]],
    ['passes over two that are too close for a third', 3, [-3, 4], [john], [8]],
    ['passes over them in whatever order they are given', 3, [4, -3], [john], [8]],
    ['gets the date farthest from equal ones if every one is near one', 3, [1, 8], [john, john], [4, 6]],
    ['counts in the same batch, for itself alone', 3, [-1], [john, other, john, other], [3, 0, 7, 4]],
  ])('%s', (_title, repeatDays, scheduled, verses, days) => {
    const submissions = verses.map((verse, index) => submission(`player ${index}`, { verse }));
    const { reservations } = assign(submissions, [], calendar(9, repeatDays, scheduled));
    expect(reservations).toEqual(days.map(reserved));
  });

  test('is never beside an equal one while another date is free, the twelfth time in a year either', () => {
    const batch = Array.from({ length: 12 }, (_, index) => submission(`player ${index}`));
    const { rows } = assign(batch, [], calendar(359, 60));
    const days = rows.map(({ scheduledDate }) => day.until(`${scheduledDate}`).days);
    expect(days).toEqual([0, 61, 122, 183, 244, 305, 358, 30, 91, 152, 213, 274]);
  });

  test('keeps the calendar locked only briefly, however many equal ones there are', () => {
    const century = calendar(36_500, 60);
    const free = century.free.filter((_, index) => index % 2 === 1);
    const scheduled = century.free.filter((_, index) => index % 2 === 0).map((day) => ({ ...john, day }));
    const batch = Array.from({ length: 20 }, (_, index) => submission(`player ${index}`));
    const start = performance.now();
    assign(batch, [], { ...century, free, scheduled });
    expect(performance.now() - start).toBeLessThan(reservationLimits.idleMs);
  });
});

test('what is stored is what was reserved: no player and no date twice, and no date left out', () => {
  const player = fc.constantFrom('ann', 'ben', 'cid', 'dan', 'eve');
  const request = player.map((userId) => submission(userId));
  const latest = fc.uniqueArray(fc.tuple(player, fc.integer({ min: 0, max: 200 })), { selector: ([userId]) => userId });
  fc.assert(
    fc.property(fc.array(request), latest, fc.nat(6), fc.nat(2), (submissions, known, count, repeatDays) => {
      const found = calendar(count, repeatDays);
      const { reservations, rows } = assign(
        submissions,
        known.map(([userId, hours]) => stored(hours, { userId })),
        found,
      );
      expect(reservations).toHaveLength(submissions.length);
      const got = reservations.flatMap((each) => (each.outcome === 'reserved' ? [each.date] : []));
      expect(rows.map(({ scheduledDate }) => String(scheduledDate))).toEqual(got);
      const free = found.free.map((days) => found.today.add({ days }).toString());
      expect(free.filter((date) => got.includes(date))).toEqual(got.toSorted());
      if (repeatDays === 0) expect(got).toEqual(free.slice(0, got.length));
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
