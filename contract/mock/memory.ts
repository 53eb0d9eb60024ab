import type { Calendar } from '../../src/calendar/calendar.ts';
import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from '../../src/calendar/window.ts';
import { cooldownState } from '../../src/player/cooldown.ts';
import type { Players } from '../../src/player/players.ts';
import type { ListedSubmission } from '../../src/player/submissions.ts';

interface Stored extends ListedSubmission {
  readonly date: string;
  readonly windowText: string;
  readonly idempotencyKey: string | undefined;
}

/** What the service's handlers need, without a database. */
export interface Memory {
  readonly players: Players;
  readonly calendar: Calendar;
}

/**
 * Every player has solved every puzzle and has a calendar without any other player, so that tests
 * of a frontend do not disturb each other.
 *
 * @param rules the calendar's rules
 * @param stateless forgets every submission
 */
export function createMemory(rules: CalendarRules, stateless: boolean): Memory {
  /** By player, newest first. */
  const submissions = new Map<string, readonly Stored[]>();
  const submissionsOf = (userId: string) => submissions.get(userId) ?? [];

  return {
    players: {
      async eligibility(userId, _localDate, now, idempotencyKey) {
        const [latest] = submissionsOf(userId);
        if (latest === undefined) return { solvedToday: true, onCooldown: false };
        const isRepeated = idempotencyKey !== undefined && idempotencyKey === latest.idempotencyKey;
        const state = { submittedAt: latest.submittedAt, repeated: isRepeated ? latest : null };
        return { solvedToday: true, ...cooldownState(state, now) };
      },
      submissions: async (userId) => submissionsOf(userId),
    },
    calendar: {
      async reserve({ userId, verse, idempotencyKey, now }) {
        const today = utcDate(now);
        const { first } = bookableDates(today, rules);
        const reserved = { date: first.toString(), windowText: windowText(windowOf(first, today, rules)) };
        const unchanged = { movedFrom: null, withdrawn: null }; // the mock has no operator
        const stored = { ...verse, ...reserved, ...unchanged, submittedAt: now.epochMilliseconds, idempotencyKey };
        if (!stateless) submissions.set(userId, [stored, ...submissionsOf(userId)]);
        return { outcome: 'reserved', ...reserved };
      },
      accepting: async () => ({ accepting: true }),
    },
  };
}
