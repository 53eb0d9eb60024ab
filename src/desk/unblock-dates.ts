import { sql } from 'kysely';
import { isLabel } from '../calendar/label.ts';
import { changeDates } from './change-dates.ts';
import { isFrozen } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import { type Handlers, unblockDatesResponses as responses } from './generated/operations.desk.ts';
import { compareDate } from './seen.ts';
import { findRepeated, validate } from './validate.ts';

/** `POST /desk/api/blocked-dates/unblock`: unblocks those of some dates that are blocked. */
export function unblockDates(dependencies: DeskDependencies): Handlers['unblockDates'] {
  return changeDates(dependencies, responses, (members) => validate('UnblockDates', members, { dates: findRepeated }), {
    judge({ now, actor }, _asked, day, seen) {
      // The request does not have the label, which is the note of the record.
      const note = day.latestChange?.note ?? undefined;
      const compared = compareDate(day, seen, actor, { action: 'unblock', note });
      if (compared !== 'seen') return compared === 'repeated' ? 'done' : 'unseen';
      if (day.label === null) return 'unchanged';
      return isFrozen(day.date, now) ? 'frozen' : 'change';
    },
    async store({ db, record }, _asked, changed) {
      const dates = changed.map(({ date }) => date);
      await sql`delete from blocked_date where date = any (${dates}::date[])`.execute(db);
      const labels = new Set(changed.map(({ label }) => label));
      const [label = null] = labels;
      // Another program may have stored a label that the contract cannot express.
      const isOne = labels.size === 1 && label !== null && isLabel(label);
      await record({ action: 'unblock', dates, note: isOne ? label : undefined });
    },
  });
}
