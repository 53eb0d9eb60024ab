import { EntitySchema } from 'typeorm';

export interface DailyCompletion {
  id: string;
  anonymousId: string;
  date: string;
}

export const DailyCompletion = new EntitySchema<DailyCompletion>({
  name: 'DailyCompletion',
  tableName: 'daily_completion',
  columns: {
    id: { type: 'bigint', primary: true, generated: true },
    anonymousId: { type: 'text', name: 'anonymous_id' },
    date: { type: 'date' },
  },
});

export interface ScheduledSubmission {
  id: string;
  userId: string;
  bookId: string;
  chapter: number;
  verse: number;
  scheduledDate: string;
  createdAt: Date;
  idempotencyKey: string | null;
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
    scheduledDate: { type: 'date', name: 'scheduled_date' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    idempotencyKey: { type: 'text', name: 'idempotency_key', nullable: true },
  },
});
