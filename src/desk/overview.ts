import { countCoveredDays, countFreeDates } from '../calendar/free-dates.ts';
import { bookableDates, type CalendarRules, utcDate } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import { frozenUntil } from './frozen.ts';
import type { components } from './generated/openapi.desk.ts';

/** How the calendar stands as a whole. */
type Overview = Omit<components['schemas']['Calendar'], 'role' | 'days'>;

export async function readOverview(em: EntityManager, rules: CalendarRules, now: Temporal.Instant): Promise<Overview> {
  const db = em.getKysely();
  const today = utcDate(now);
  const bookable = bookableDates(today, rules);
  const coveredDays = await countCoveredDays(db, today);
  return {
    today: today.toString(),
    frozenUntil: frozenUntil(now).toString(),
    firstBookable: bookable.first.toString(),
    lastBookable: bookable.last.toString(),
    freeDates: await countFreeDates(db, bookable),
    ...(coveredDays > 0 && { coveredUntil: today.add({ days: coveredDays - 1 }).toString() }),
    paused: (await em.count(CalendarPause)) > 0,
  };
}
