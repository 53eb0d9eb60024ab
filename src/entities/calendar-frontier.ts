import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * How far the scan knows the calendar to be full: all dates from `since` up to, but not including, `until` are reserved or stand in
 * `freed_date`. One row, which the service moves on; without it, the next scan begins at the first bookable date.
 */
export const CalendarFrontier = defineEntity({
  name: 'CalendarFrontier',
  tableName: 'calendar_frontier',
  properties: {
    onlyRow: p.boolean().primary().default(true),
    since: p.date(),
    until: p.date(),
  },
});
