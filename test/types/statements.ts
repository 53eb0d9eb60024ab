import type { EntityManager } from '../../src/database/orm.ts';
import { ScheduledSubmission } from '../../src/entities/scheduled-submission.ts';

/** Statements must fit the entities. This file is only compiled. */
export function statements(em: EntityManager, now: Temporal.Instant, today: Temporal.PlainDate) {
  const db = em.getKysely();
  return [
    db.selectFrom('scheduled_submission').select(['user_id', 'scheduled_date']).where('created_at', '>', now),
    // @ts-expect-error: no such table
    db.selectFrom('submission'),
    // @ts-expect-error: no such column
    db.selectFrom('scheduled_submission').select('user'),
    // @ts-expect-error: a property's name is not the column's
    db.selectFrom('daily_completion').select('anonymousId'),
    // @ts-expect-error: an instant is no date
    db.selectFrom('scheduled_submission').selectAll().where('scheduled_date', '=', now),
    // @ts-expect-error: a book's code is one of the contract's
    db.selectFrom('scheduled_submission').selectAll().where('book_id', '=', 'John'),
    em.findOne(ScheduledSubmission, { userId: 'player', scheduledDate: today }),
    // @ts-expect-error: an instant is no date
    em.findOne(ScheduledSubmission, { scheduledDate: now }),
  ];
}
