import { EntitySchema } from 'typeorm';
import { submitVerseOperation } from '../../src/generated/operations.ts';

export const DailyCompletion = new EntitySchema<{ id: string; anonymousId: string; date: string }>({
  name: 'DailyCompletion',
  tableName: 'daily_completion',
  columns: {
    id: { type: 'bigint', primary: true, generated: true },
    anonymousId: { type: 'text', name: 'anonymous_id' },
    date: { type: 'date' },
  },
  uniques: [{ columns: ['anonymousId', 'date'] }],
});

export interface ScheduledSubmission {
  id: string;
  userId: string;
  bookId: string;
  chapter: number;
  verse: number;
  scheduledDate: string;
  createdAt: Date;
}

export const ScheduledSubmission = new EntitySchema<ScheduledSubmission>({
  name: 'ScheduledSubmission',
  tableName: 'scheduled_submission',
  columns: {
    id: { type: 'bigint', primary: true, generated: true },
    userId: { type: 'text', name: 'user_id' },
    bookId: { type: 'text', name: 'book_id' },
    chapter: { type: 'integer' },
    verse: { type: 'integer' },
    scheduledDate: { type: 'date', name: 'scheduled_date', unique: true },
    createdAt: { type: 'timestamptz', name: 'created_at', default: () => 'now()' },
  },
  indices: [{ columns: ['userId', 'createdAt'] }],
  exclusions: [
    {
      name: 'cooldown', // no look-up by user_id alone uses its index
      expression: `using gist ((user_id || '') with =,
        tsrange(created_at at time zone 'UTC', created_at at time zone 'UTC' + interval '${submitVerseOperation.cooldown}') with &&)`,
    },
  ],
});
