import type { ApiResponse } from '../api/response.ts';
import type { ChangeContext } from '../calendar/change.ts';
import { type CalendarDay, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import type { InvalidChange, Members } from './validate.ts';

type Schemas = components['schemas'];
type DateOutcome = Schemas['DateOutcome']['outcome'];

interface DatesRequest<Unread> {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly readBody: () => Promise<{ readonly members: Members } | { readonly response: Unread }>;
}

/** What a change of many dates does. */
interface DatesChange<Asked> {
  /** Says what becomes of a date, given the number that the operator saw of its latest change. */
  readonly judge: (context: ChangeContext, asked: Asked, day: CalendarDay, seen: number) => DateOutcome | 'change';
  /** Stores the change of those that are to change, if there are any. */
  readonly store: (context: ChangeContext, asked: Asked, days: readonly CalendarDay[]) => Promise<void>;
}

/**
 * Returns the handler of an operation that changes those of many dates that can be changed, all by
 * one change. Its checks are those of the contract's `x-checks`, in that order.
 */
export function changeDates<
  Asked extends { readonly dates: Schemas['SeenDates'] },
  Invalid extends ApiResponse,
  Changed extends ApiResponse,
>(
  { change, clock, presentDays }: DeskDependencies,
  responses: {
    readonly invalidChange: (body: InvalidChange) => Invalid;
    readonly dateOutcomes: (body: Schemas['DateOutcomes']) => Changed;
  },
  validate: (members: Members) => Asked | InvalidChange,
  { judge, store }: DatesChange<Asked>,
) {
  return async <Unread>({ userId: actor, userName: actorName, readBody }: DatesRequest<Unread>) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate(body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. changed, in one transaction
    const dates = asked.dates.map(({ date }) => date);
    const seen = new Map(asked.dates.map(({ date, change }) => [date, change]));
    const { days, outcomes } = await change({ actor, actorName, now: clock() }, async (context) => {
      const days = await readDays(context.db, dates);
      const outcomes = days.map((day) => judge(context, asked, day, seen.get(day.date) ?? 0));
      const changed = days.filter((_, index) => outcomes[index] === 'change');
      if (changed.length === 0) return { days, outcomes };
      await store(context, asked, changed);
      return { days: await readDays(context.db, dates), outcomes };
    });
    const presented = (await presentDays(days)).map((day, index) => {
      const outcome = outcomes[index] as (typeof outcomes)[number];
      return { date: day.date, outcome: outcome === 'change' ? 'done' : outcome, day };
    });
    return responses.dateOutcomes({ outcomes: presented });
  };
}
