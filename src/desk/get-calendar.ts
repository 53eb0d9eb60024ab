import { type QueryExecutorProvider, sql } from 'kysely';
import { etagOf } from '../api/formats.ts';
import { countCoveredDays, countFreeDates } from '../calendar/free-dates.ts';
import { readUnread } from '../calendar/unread.ts';
import { bookableDates, type CalendarRules, type DateRange, utcDate } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import { datesOf, frozenUntil, rangeOf, readDays, readPauseChange } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, getCalendarResponses as responses } from './generated/operations.desk.ts';
import { presentLatestChange } from './present.ts';

/** `GET /desk/api/calendar`: the calendar, day by day. */
export function getCalendar({ read, rules, clock, presentDays }: DeskDependencies): Handlers['getCalendar'] {
  return async ({ query, roles }) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    const overview = await read((em) => readOverview(em, rules, now));
    const days = await read((em) => readDays(em.getKysely(), datesOf(range)));
    const role = roles.includes('calendar-editor') ? 'calendar-editor' : 'calendar-viewer';
    const body = { ...overview, role, days: await presentDays(days) } as const;
    return responses.calendar(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}

/** How the calendar stands as a whole. */
type Overview = Omit<components['schemas']['Calendar'], 'role' | 'days'>;

async function readOverview(em: EntityManager, rules: CalendarRules, now: Temporal.Instant): Promise<Overview> {
  const db = em.getKysely();
  const today = utcDate(now);
  const bookable = bookableDates(today, rules);
  const coveredDays = await countCoveredDays(db, today);
  return {
    today: today.toString(),
    frozenUntil: frozenUntil(now).toString(),
    firstBookable: bookable.first.toString(),
    lastBookable: bookable.last.toString(),
    repeatDays: rules.repeatDays,
    freeDates: await countFreeDates(db, bookable),
    ...(await countTakenDates(db, { first: today, last: bookable.last })),
    ...(coveredDays > 0 && { coveredUntil: today.add({ days: coveredDays - 1 }).toString() }),
    ...(await readUnread(db, today)),
    paused: (await em.count(CalendarPause)) > 0,
    pauseChange: presentLatestChange(await readPauseChange(db)),
  };
}

/** Counts the dates of a range that have a verse, and those that are blocked and have none. */
async function countTakenDates(
  db: QueryExecutorProvider,
  { first, last }: DateRange,
): Promise<Pick<Overview, 'reservedDates' | 'blockedDates'>> {
  const { rows } = await sql<{ reservedDates: number; blockedDates: number }>`
    select
      count(scheduled_date)::integer as "reservedDates",
      (count(*) - count(scheduled_date))::integer as "blockedDates"
    from (select scheduled_date from scheduled_submission where scheduled_date between ${first.toString()} and ${last.toString()}) as reserved
    full join (select date from blocked_date where date between ${first.toString()} and ${last.toString()}) as blocked
      on date = scheduled_date`.execute(db);
  return rows[0] ?? { reservedDates: 0, blockedDates: 0 };
}
