import type { Desk } from '../../desk/desk.ts';
import {
  blockDatePatterns,
  type Handlers,
  findBlockedDatesResponses as responses,
} from '../../desk/generated/operations.desk.ts';

/** `GET /desk/api/blocked-dates`: the blocked dates from today on. */
export function findBlockedDates(desk: Desk, clock: () => Temporal.Instant): Handlers['findBlockedDates'] {
  return async ({ query: { label: text = '' } }) => {
    // 4. read
    const { dates, more } = await desk.blockedDates(clock(), text);
    // Another program may have stored a label that the contract cannot express.
    const presented = dates.map(({ date, label }) => ({ date, ...(blockDatePatterns.label.test(label) && { label }) }));
    return responses.foundBlockedDates({ dates: presented, more });
  };
}
