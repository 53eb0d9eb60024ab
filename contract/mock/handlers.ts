import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from '../../src/calendar/window.ts';
import {
  type Handlers,
  submitVersePatterns as patterns,
  submitVerseResponses as responses,
} from '../../src/generated/operations.ts';
import { reference, validateVerse } from '../../src/verse/validate.ts';

/** The operations whose requests have a body. */
type WithBody = {
  [Id in keyof Handlers]: Parameters<Handlers[Id]>[0] extends { readonly readBody: unknown } ? Id : never;
}[keyof Handlers];

/**
 * The mock's handlers. An operation with a body needs one, since only its handler knows the checks of the body. For any other operation, the
 * contract's example is enough: parameters are checked as in the service.
 */
export type MockHandlers = Pick<Handlers, WithBody> & Partial<Handlers>;

/** @param rules the calendar's rules */
export function createHandlers(rules: CalendarRules, clock: () => Temporal.Instant): MockHandlers {
  return {
    /** The service's checks 2, 3 and 6. Checks 4 and 5 are assumed to pass: the player has solved the puzzle and is not on cooldown. */
    async submitVerse({ readBody }) {
      const body = await readBody();
      if ('rejected' in body)
        return body.rejected === 'too large' ? responses.requestBodyTooLarge : responses.invalidJsonBody;
      const { localDate } = body.members;
      if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return responses.invalidLocalDate;
      const verse = validateVerse(body.members);
      if ('error' in verse) return responses.invalidVerse(verse);

      const today = utcDate(clock());
      const { first } = bookableDates(today, rules);
      return responses.scheduledVerse({
        scheduledDate: first.toString(),
        reference: reference(verse),
        windowText: windowText(windowOf(first, today, rules)),
      });
    },
  };
}
