import { defineEntity, p } from '@mikro-orm/postgresql';

/** A verse that a player submitted, with the date reserved for it. The puzzle reads the verse of a day from here. */
export const ScheduledSubmission = defineEntity({
  name: 'ScheduledSubmission',
  tableName: 'scheduled_submission',
  properties: {
    id: p.bigint().primary().generated('by default as identity'),
    userId: p.text(),
    bookId: p.text(),
    chapter: p.integer(),
    verse: p.integer(),
    scheduledDate: p.date().unique('scheduled_submission_scheduled_date_key'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The `windowText` of the answer; null where another program inserted the row. */
    windowText: p.text().nullable(),
    /** The `Idempotency-Key` of the request, if it had one. */
    idempotencyKey: p.text().nullable(),
  },
  indexes: [{ name: 'scheduled_submission_user_id_created_at_idx', properties: ['userId', 'createdAt'] }],
});
