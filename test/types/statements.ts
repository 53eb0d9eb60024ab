import type { EntityManager } from '../../src/database/orm.ts';
import { ScheduledSubmission } from '../../src/entities/scheduled-submission.ts';

/** Conditions must fit the entities. This file is only compiled. */
export function statements(em: EntityManager, now: Temporal.Instant, today: Temporal.PlainDate) {
  return [
    em.findOne(ScheduledSubmission, { userId: 'player', scheduledDate: today }),
    // @ts-expect-error: an instant is no date
    em.findOne(ScheduledSubmission, { scheduledDate: now }),
  ];
}
