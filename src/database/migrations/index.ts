import { CreateTables } from './0001-create-tables.ts';
import { KeepAnswers } from './0002-keep-answers.ts';
import { FindFreeDatesFast } from './0003-find-free-dates-fast.ts';
import { CheckCooldownFast } from './0004-check-cooldown-fast.ts';
import { DropCalendarFrontier } from './0005-drop-calendar-frontier.ts';
import { KeepLookUpsOffCooldownIndex } from './0006-keep-look-ups-off-cooldown-index.ts';
import { RejectOddRows } from './0007-reject-odd-rows.ts';
import { PlanTheCalendar } from './0008-plan-the-calendar.ts';
import { RecordErasures } from './0009-record-erasures.ts';
import { SetVerses } from './0010-set-verses.ts';
import { ReviewVerses } from './0011-review-verses.ts';
import { SearchTheRecord } from './0012-search-the-record.ts';
import { NameOperators } from './0013-name-operators.ts';

/**
 * Lists the migrations that a schema has. Not MikroORM's `mikro_orm_migrations`, which other
 * programs use, too.
 */
export const migrationsTable = 'verses_migrations';

/** Every migration, in order. A released migration is never edited: add a new one instead. */
export const migrations = [
  { name: '0001-create-tables', class: CreateTables },
  { name: '0002-keep-answers', class: KeepAnswers },
  { name: '0003-find-free-dates-fast', class: FindFreeDatesFast },
  { name: '0004-check-cooldown-fast', class: CheckCooldownFast },
  { name: '0005-drop-calendar-frontier', class: DropCalendarFrontier },
  { name: '0006-keep-look-ups-off-cooldown-index', class: KeepLookUpsOffCooldownIndex },
  { name: '0007-reject-odd-rows', class: RejectOddRows },
  { name: '0008-plan-the-calendar', class: PlanTheCalendar },
  { name: '0009-record-erasures', class: RecordErasures },
  { name: '0010-set-verses', class: SetVerses },
  { name: '0011-review-verses', class: ReviewVerses },
  { name: '0012-search-the-record', class: SearchTheRecord },
  { name: '0013-name-operators', class: NameOperators },
];
