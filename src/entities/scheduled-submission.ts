import { DeferMode, defineEntity, p } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { BookId } from '../verse/division.ts';
import { InstantType, PlainDateType } from './temporal-types.ts';

/**
 * A verse that a player submitted, or an editor set, with the date reserved for it. The puzzle
 * reads the verse of a date from this table. A withdrawn submission has no date, but stays for its
 * cooldown and its player's list.
 */
export const ScheduledSubmission = defineEntity({
  name: 'ScheduledSubmission',
  tableName: 'scheduled_submission',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    /** A random id by default: a verse set by an editor belongs to no player. */
    userId: p.text().defaultRaw('(gen_random_uuid())::text'),
    bookId: p.text().$type<BookId>(),
    chapter: p.integer(),
    verse: p.integer(),
    scheduledDate: p.type(PlainDateType).nullable(),
    /** The cooldown begins at this instant. */
    createdAt: p.type(InstantType).defaultRaw('now()'),
    /** The `windowText` of the response; null if another program inserted the row. */
    windowText: p.text().nullable(),
    /** The `Idempotency-Key` of the request, if it had one. */
    idempotencyKey: p.text().nullable(),
    /** The date of the 201, if the operator has moved the submission to another one. */
    movedFrom: p.type(PlainDateType).nullable(),
    /** When the operator withdrew the submission. */
    withdrawnAt: p.type(InstantType).nullable(),
    /** The date that the submission had then. */
    withdrawnFrom: p.type(PlainDateType).nullable(),
    /** Whether the operator has ended the cooldown of the withdrawn submission. */
    cooldownEnded: p.boolean().default(false),
    /** Whether an editor has set the verse. */
    byEditor: p.boolean().default(false),
    /** When an editor read the verse; null for one that an editor has set, which counts as read. */
    reviewedAt: p.type(InstantType).nullable(),
    /** The `sub` of that editor's token; null if the verse is older than this column. */
    reviewedBy: p.text().nullable(),
    /** The editor's name, as the token had it then. */
    reviewedByName: p.text().nullable(),
  },
  uniques: [
    {
      name: 'scheduled_submission_scheduled_date_key',
      properties: ['scheduledDate'],
      deferMode: DeferMode.INITIALLY_IMMEDIATE,
    },
  ],
  indexes: [{ name: 'scheduled_submission_user_id_created_at_idx', properties: ['userId', 'createdAt'] }],
});

/**
 * The columns of a submission as the desk reads it: a bigint as text, dates as YYYY-MM-DD, instants
 * in milliseconds since the epoch, rounded up like the one at which the cooldown begins.
 */
export const deskColumns = sql`
  id,
  user_id as player,
  by_editor as "byEditor",
  by_editor or reviewed_at is not null as reviewed,
  reviewed_by as "reviewedBy",
  reviewed_by_name as "reviewedByName",
  ceil(extract(epoch from reviewed_at) * 1000)::double precision as "reviewedAt",
  book_id as "bookId",
  chapter,
  verse,
  ceil(extract(epoch from created_at) * 1000)::double precision as "submittedAt",
  to_char(moved_from, 'YYYY-MM-DD') as "movedFrom"`;

/**
 * The members of a submission's JSON as its player gets it: dates as PostgreSQL writes them,
 * instants in milliseconds since the epoch.
 */
export const playerMembers = sql`
  'bookId', book_id, 'chapter', chapter, 'verse', verse,
  'date', scheduled_date, 'movedFrom', moved_from, 'submittedAt', ceil(extract(epoch from created_at) * 1000),
  'withdrawn', case when withdrawn_at is not null then json_build_object(
    'at', floor(extract(epoch from withdrawn_at) * 1000), 'from', withdrawn_from
  ) end`;
