import fc from 'fast-check';
import { anyOf } from '../../../contract/dredd/steps.ts';
import { freeDates, today } from '../../../contract/model/calendar.ts';
import {
  addDays,
  completion,
  cooldown,
  cooldownEnd,
  exactly,
  millisecond,
  onCooldown,
  type Stored,
  type Submission,
  second,
} from '../../../contract/model/stored.ts';
import {
  at,
  compare,
  dateAfter,
  days,
  edge,
  isAllowed,
  known,
  letTimePass,
  type Name,
  now,
  nth,
  players,
  send,
  setClock,
  solved,
  stored,
  verses,
  weighted,
} from './world.ts';

// What other programs do, by SQL, and the clocks.

const hour = 3_600 * second;
const player = fc.constantFrom(...players);
const daysAfter = fc.integer(days);
/** From an instance's now, in microseconds: near it, near the other end of a cooldown, or odd. */
const createdAfter = fc.oneof(
  edge,
  edge.map((microseconds) => microseconds - cooldown),
  fc.constantFrom(-9_000, -30, -8, -1, 1, 8, 30).map((days) => days * 24 * hour + 7),
);

export const programsOperations = [
  weighted(
    3,
    insert,
    fc.record({ at, player, daysAfter, createdAfter, key: fc.constantFrom('key', 'KEY', undefined) }),
  ),
  weighted(2, fillCalendar, fc.record({ at, except: fc.nat(9) })),
  weighted(2, deleteRow, nth),
  weighted(1, moveToDate, fc.record({ nth, at, daysAfter })),
  weighted(1, moveToInstant, fc.record({ nth, at, createdAfter })),
  weighted(1, removeCompletion, player),
];

/** Whether the database's constraints allow a submission: nobody else has its date or its cooldown. */
function isPossible(one: Submission): boolean {
  return stored.submissions.every((other) => {
    if (other.id === one.id) return true;
    const apart = Math.abs(other.submittedAt.to - one.submittedAt.to);
    const isOfOne = other.player === one.player && !other.cooldownEnded && !one.cooldownEnded && apart < cooldown;
    return (one.date === undefined || other.date !== one.date) && !isOfOne;
  });
}

interface Insertion {
  readonly at: Name;
  readonly player: string;
  readonly daysAfter: number;
  readonly createdAfter: number;
  readonly key: string | undefined;
}

async function insert({ at, player, daysAfter, createdAfter, key }: Insertion): Promise<void> {
  const windowText = key === undefined ? undefined : 'May 1, 2030'; // the database rejects a key without a text
  const submittedAt = exactly(now(at) + createdAfter);
  await store({ ...submission, player, date: dateAfter(at, daysAfter), submittedAt, windowText, key });
}

const submission = { bookId: 'JHN', chapter: 3, verse: 16, cooldownEnded: false, byEditor: false };

async function fillCalendar({ at, except }: { at: Name; except: number }): Promise<void> {
  const asked = { stored, known: known(at), now: now(at) };
  for (const date of freeDates(asked, asked.known.days).toSpliced(except, 1)) {
    await store({
      ...submission,
      bookId: 'SNG',
      chapter: 1,
      verse: 1,
      player: `of ${date}`,
      date,
      submittedAt: exactly(now(at)),
    });
  }
}

async function store(one: Submission): Promise<void> {
  await changeRows(
    isPossible(one),
    `insert into scheduled_submission
       (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
     values ($1, $2, $3, $4, $5, ${instant('$6')}, $7, $8)`,
    [one.player, one.bookId, one.chapter, one.verse, one.date, one.submittedAt.to, one.windowText, one.key],
    { submissions: [...stored.submissions, one] },
  );
}

/** Microseconds since the epoch as an instant of PostgreSQL. */
function instant(value: string): string {
  return `timestamptz 'epoch' + ${value} * interval '1 microsecond'`;
}

/** Runs a statement, which the constraints allow if it is possible. */
async function changeRows(isPossible: boolean, statement: string, values: unknown[], change: Partial<Stored>) {
  const isDone = await isAllowed(statement, values);
  if (isDone !== isPossible)
    throw new Error(`${statement} is ${isDone ? '' : 'not '}allowed: ${JSON.stringify(values)}`);
  await compare({ stored: isDone ? { ...stored, ...change } : stored, faults: [] }, statement);
}

async function deleteRow(nth: number): Promise<void> {
  const one = anyOf(stored.submissions, nth);
  const submissions = stored.submissions.filter((each) => each !== one);
  await changeRows(true, 'delete from scheduled_submission where id = $1', [one?.id], { submissions });
}

async function moveToDate({ nth, at, daysAfter }: { nth: number; at: Name; daysAfter: number }): Promise<void> {
  const dated = stored.submissions.filter(({ date }) => date !== undefined);
  await update(anyOf(dated, nth), { date: dateAfter(at, daysAfter) });
}

interface ToInstant {
  readonly nth: number;
  readonly at: Name;
  readonly createdAfter: number;
}

async function moveToInstant({ nth, at, createdAfter }: ToInstant): Promise<void> {
  await update(anyOf(stored.submissions, nth), { submittedAt: exactly(now(at) + createdAfter) });
}

async function update(one: Submission | undefined, change: Partial<Submission>): Promise<void> {
  if (one === undefined) return;
  const next = { ...one, ...change };
  const statement = `update scheduled_submission set scheduled_date = $2, created_at = ${instant('$3')} where id = $1`;
  const submissions = stored.submissions.map((each) => (each === one ? next : each));
  await changeRows(isPossible(next), statement, [one.id, next.date, next.submittedAt.to], { submissions });
}

async function removeCompletion(player: string): Promise<void> {
  const completions = new Set(stored.completions);
  completions.delete(completion(player, solved));
  const statement = 'delete from daily_completion where anonymous_id = $1 and date = $2';
  await changeRows(true, statement, [player, solved], { completions });
}

// Of the clocks

export const clockOperations = [
  weighted(
    3,
    letTimePass,
    fc.constantFrom(hour, 24 * hour, 100 * hour).map((time) => time / millisecond),
  ),
  weighted(1, skewClock, fc.record({ at, by: fc.constantFrom(0, second, -second, 24 * hour, -24 * hour, 200 * hour) })),
  weighted(1, setClockNearMidnight, fc.record({ at, after: edge })),
  weighted(3, submitNearCooldownEnd, fc.record({ at, player, verse: fc.constantFrom(...verses), after: edge })),
];

/** Sets a clock by the other one, ahead of it or behind. */
async function skewClock({ at, by }: { at: Name; by: number }): Promise<void> {
  setClock(at, now(at === 'a' ? 'b' : 'a') + by);
}

async function setClockNearMidnight({ at, after }: { at: Name; after: number }): Promise<void> {
  const midnight = Date.parse(addDays(today({ now: now(at) }), 1)) * millisecond;
  setClock(at, midnight + after * millisecond);
}

interface NearEnd {
  readonly at: Name;
  readonly player: string;
  readonly verse: (typeof verses)[number];
  readonly after: number;
}

async function submitNearCooldownEnd({ at, player, verse, after }: NearEnd): Promise<void> {
  const latest = onCooldown(stored, player, now(at));
  if (latest !== undefined) setClock(at, cooldownEnd(latest).to + after * millisecond);
  await send(at, [{ of: 'submitVerse', as: player, difference: { body: { localDate: solved, ...verse } } }]);
}
