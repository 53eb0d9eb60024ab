import { defineEntity, p } from '@mikro-orm/postgresql';
import { PlainDateType } from './temporal-types.ts';

/**
 * The record that a player solved the puzzle of a date. The puzzle's role writes these rows; the
 * service's only reads them.
 */
export const DailyCompletion = defineEntity({
  name: 'DailyCompletion',
  tableName: 'daily_completion',
  properties: {
    id: p.bigint().primary().generated('by default as identity'),
    anonymousId: p.text(),
    /** The player's local calendar date. */
    date: p.type(PlainDateType),
  },
  uniques: [{ name: 'daily_completion_anonymous_id_date_key', properties: ['anonymousId', 'date'] }],
});
