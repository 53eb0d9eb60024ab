import { randomUUID } from 'node:crypto';
import type { Calendar } from '../../src/calendar/calendar.ts';
import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from '../../src/calendar/window.ts';
import type { CalendarDay } from '../../src/desk/days.ts';
import type { Desk } from '../../src/desk/desk.ts';
import { frozenUntil } from '../../src/desk/frozen.ts';
import { datesOf } from '../../src/desk/range.ts';
import { cooldownState } from '../../src/player/cooldown.ts';
import type { Players } from '../../src/player/players.ts';
import type { ExportedSubmission } from '../../src/puzzle/export.ts';
import type { Puzzle } from '../../src/puzzle/puzzle.ts';

type Stored = { -readonly [Member in keyof ExportedSubmission]: ExportedSubmission[Member] } & { player: string };

/** What the service's handlers need, without a database. */
export interface Memory {
  readonly players: Players;
  readonly calendar: Calendar;
  readonly puzzle: Puzzle;
  /** Without what the mock's operators cannot do. */
  readonly desk: Pick<Desk, 'overview' | 'days' | 'move' | 'withdraw'>;
}

/**
 * A player has solved every puzzle, until the puzzle says something of the player; then only those
 * that it has recorded. Each player has a calendar without any other player, so that tests of a
 * frontend do not disturb each other. On a date with several verses, the puzzle and the operator
 * find the newest.
 *
 * @param rules the calendar's rules
 * @param stateless forgets every submission
 */
export function createMemory(rules: CalendarRules, stateless: boolean): Memory {
  /** Newest first. */
  const submissions: Stored[] = [];
  /** The dates by player. */
  const completions = new Map<string, Set<string>>();

  const submissionsOf = (player: string) => submissions.filter((each) => each.player === player);
  const submissionOn = (date: string) => submissions.find((each) => each.date === date);
  const daysOf = (dates: readonly string[]): CalendarDay[] =>
    dates.toSorted().map((date) => {
      const found = submissionOn(date);
      const submission = found && { ...found, id: String(found.id), byEditor: false, alsoOn: [], alsoOnMore: 0 };
      return { date, label: null, submission: submission ?? null };
    });

  return {
    players: {
      async eligibility(userId, localDate, now, idempotencyKey) {
        const solvedToday = completions.get(userId)?.has(localDate) ?? true;
        const latest = submissionsOf(userId).find(({ cooldownEnded }) => !cooldownEnded);
        if (latest === undefined) return { solvedToday, onCooldown: false };
        const { submittedAt, movedFrom } = latest;
        const date = movedFrom ?? latest.date;
        const isRepeated = idempotencyKey === latest.idempotencyKey && latest.withdrawn === null && date !== null;
        return {
          solvedToday,
          ...cooldownState({ submittedAt, repeated: isRepeated ? { ...latest, date } : null }, now),
        };
      },
      submissions: async (userId) => submissionsOf(userId),
    },
    calendar: {
      async reserve({ userId: player, verse, idempotencyKey = null, now }) {
        const today = utcDate(now);
        const { first } = bookableDates(today, rules);
        const reserved = { date: first.toString(), windowText: windowText(windowOf(first, today, rules)) };
        const unchanged = { movedFrom: null, withdrawn: null, cooldownEnded: false };
        const id = submissions.length + 1;
        const submittedAt = now.epochMilliseconds;
        if (!stateless)
          submissions.unshift({ id, player, ...verse, ...reserved, ...unchanged, submittedAt, idempotencyKey });
        return { outcome: 'reserved', ...reserved };
      },
      accepting: async () => ({ accepting: true }),
    },
    puzzle: {
      async recordCompletion({ player, date }) {
        completions.set(player, (completions.get(player) ?? new Set()).add(date));
      },
      verseOn: async (date) => ({ verse: submissionOn(date) ?? null, label: null }),
      async exportPlayer(player) {
        const dates = [...(completions.get(player) ?? [])].toSorted().reverse();
        return { completions: dates, completionCount: dates.length, submissions: submissionsOf(player) };
      },
      async erasePlayer(_operator, player) {
        completions.set(player, new Set());
        for (const each of submissionsOf(player)) Object.assign(each, { player: randomUUID(), idempotencyKey: null });
      },
    },
    desk: {
      async overview(now) {
        const today = utcDate(now);
        const { first, last } = bookableDates(today, rules);
        return {
          today: today.toString(),
          frozenUntil: frozenUntil(now).toString(),
          firstBookable: first.toString(),
          lastBookable: last.toString(),
          freeDates: datesOf({ first, last }).filter((date) => submissionOn(date) === undefined).length,
          paused: false,
        };
      },
      days: async (range) => daysOf(datesOf(range)),
      async move(_operator, { id, from, to }) {
        const found = submissions.find((each) => each.id === id);
        if (found === undefined) return { outcome: 'no such submission' };
        const outcome = found.date !== from ? 'elsewhere' : submissionOn(to) ? 'taken' : 'done';
        if (outcome === 'done') Object.assign(found, { date: to, movedFrom: found.movedFrom ?? from });
        return { outcome, days: daysOf([from, to]) };
      },
      async withdraw({ now }, { id, from, endCooldown: cooldownEnded }) {
        const found = submissions.find((each) => each.id === id);
        if (found === undefined) return { outcome: 'no such submission' };
        const outcome = found.date === from ? 'done' : 'elsewhere';
        const withdrawn = { at: now.epochMilliseconds, from };
        if (outcome === 'done') Object.assign(found, { date: null, withdrawn, cooldownEnded });
        return { outcome, days: daysOf([from]) };
      },
    },
  };
}
