import { defineEntity, p } from '@mikro-orm/postgresql';
import type { BookId } from '../verse/division.ts';
import { InstantType, PlainDateType } from './temporal-types.ts';

/** A verse that a player submitted, with the date reserved for it. The puzzle reads the verse of a date from this table. */
export const ScheduledSubmission = defineEntity({
  name: 'ScheduledSubmission',
  tableName: 'scheduled_submission',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    userId: p.text(),
    bookId: p.text().$type<BookId>(),
    chapter: p.integer(),
    verse: p.integer(),
    scheduledDate: p.type(PlainDateType).unique('scheduled_submission_scheduled_date_key'),
    /** The cooldown begins at this instant. */
    createdAt: p.type(InstantType).defaultRaw('now()'),
    /** The `windowText` of the response; null if another program inserted the row. */
    windowText: p.text().nullable(),
    /** The `Idempotency-Key` of the request, if it had one. */
    idempotencyKey: p.text().nullable(),
  },
  indexes: [{ name: 'scheduled_submission_user_id_created_at_idx', properties: ['userId', 'createdAt'] }],
});
