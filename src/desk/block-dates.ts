import { sql } from 'kysely';
import { changeDates } from './change-dates.ts';
import { isFrozen } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import { type Handlers, blockDatesResponses as responses } from './generated/operations.desk.ts';
import { compareDate } from './seen.ts';
import { findRepeated, validate } from './validate.ts';

/**
 * `POST /desk/api/blocked-dates`: keeps those of some dates free of submissions that can be blocked.
 * One that is blocked already keeps its label.
 */
export function blockDates(dependencies: DeskDependencies): Handlers['blockDates'] {
  return changeDates(dependencies, responses, (members) => validate('BlockDates', members, { dates: findRepeated }), {
    judge({ now, actor }, { label }, day, seen) {
      const compared = compareDate(day, seen, actor, { action: 'block', note: label });
      if (compared !== 'seen') return compared === 'repeated' ? 'done' : 'unseen';
      if (day.label !== null) return 'unchanged';
      if (isFrozen(day.date, now)) return 'frozen';
      return day.submission?.byEditor === false ? 'taken' : 'change';
    },
    async store({ db, record }, { label }, changed) {
      const dates = changed.map(({ date }) => date);
      await sql`
        insert into blocked_date (date, label)
        select date, ${label} from unnest(${dates}::date[]) as date`.execute(db);
      await record({ action: 'block', note: label, dates });
    },
  });
}
