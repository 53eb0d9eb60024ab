import { defineEntity, p } from '@mikro-orm/postgresql';
import { InstantType } from './temporal-types.ts';

/** The calendar is paused while this table has its one row: no reservation gets a date. */
export const CalendarPause = defineEntity({
  name: 'CalendarPause',
  tableName: 'calendar_pause',
  properties: {
    id: p.boolean().primary().default(true),
    since: p.type(InstantType).defaultRaw('now()'),
  },
});
