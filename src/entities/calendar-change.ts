import { defineEntity, p } from '@mikro-orm/postgresql';
import { InstantType, PlainDatesType } from './temporal-types.ts';

/** What a row can record, in the order of the desk's contract. */
export const actions = [
  'move',
  'swap',
  'withdraw',
  'restore',
  'set',
  'block',
  'unblock',
  'pause',
  'resume',
  'erase',
] as const;
export type Action = (typeof actions)[number];

/**
 * What an operator changed in the calendar, and when; and that the site's server erased a player.
 * It has no player's id. Rows are only added.
 */
export const CalendarChange = defineEntity({
  name: 'CalendarChange',
  tableName: 'calendar_change',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    at: p.type(InstantType).defaultRaw('now()'),
    /** The `sub` of the operator's token. */
    actor: p.text(),
    /** The token's `name` or `preferred_username`, as it was then. */
    actorName: p.text().nullable(),
    action: p.enum(actions),
    /** The dates that the change concerned. */
    dates: p.type(PlainDatesType),
    /** The id of the submission, which may have been deleted since. */
    submission: p.bigint('number').nullable(),
    /** Of a swap, the id of the verse that came from the other date. */
    otherSubmission: p.bigint('number').nullable(),
    note: p.text().nullable(),
  },
  indexes: [
    { name: 'calendar_change_dates_idx', properties: ['dates'], type: 'gin' },
    { name: 'calendar_change_actor_id_idx', properties: ['actor', 'id'] },
    { name: 'calendar_change_action_id_idx', properties: ['action', 'id'] },
    { name: 'calendar_change_withdrawn_submission_idx', properties: ['submission'], where: "action = 'withdraw'" },
  ],
});
