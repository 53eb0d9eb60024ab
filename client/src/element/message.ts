import { dateText, dayText, instantFromNow, instantText, isWithinDay, timeText } from './dates.ts';
import { type Language, referenceTo } from './language.ts';
import type { Facts, State } from './state.ts';
import { fill } from './texts.ts';

/**
 * A value within a line, which stays in one piece; a date or an instant also as a program reads it.
 */
export interface Value {
  readonly text: string;
  readonly dateTime?: string;
}

export type Line = readonly (Value | string)[];

/** What a state says below its heading. */
export function messageOf(state: State, facts: Facts, language: Language): Line[] {
  const { texts } = language;
  const { cooldownEndsAt, acceptingFrom } = facts.eligibility ?? {};
  switch (state) {
    case 'cooldown':
      if (cooldownEndsAt === undefined) return [];
      return [
        fill<Value>(texts.cooldownEnds, {
          relative: instantFromNow(cooldownEndsAt, language),
          time: { text: instantText(cooldownEndsAt, language), dateTime: cooldownEndsAt },
        }),
      ];
    case 'full': {
      if (acceptingFrom === undefined) return [];
      const [line, text] = isWithinDay(acceptingFrom) ? [texts.opensAt, timeText] : [texts.opensOn, instantText];
      return [fill<Value>(line, { time: { text: text(acceptingFrom, language), dateTime: acceptingFrom } })];
    }
    case 'done': {
      if (facts.scheduled === undefined) return [];
      const { scheduledDate } = facts.scheduled;
      return [
        fill<Value>(texts.scheduled, {
          reference: { text: referenceTo(facts.scheduled, language) },
          date: { text: dateText(scheduledDate, language), dateTime: scheduledDate },
        }),
        [dayText(scheduledDate, language)],
      ];
    }
    case 'failed':
    case 'noResponse':
    case 'offline': {
      const { pending, problem } = facts;
      const reference = pending && { text: referenceTo(pending.request, language) };
      return [
        ...(reference ? [fill<Value>(texts.notTwice, { reference })] : []),
        ...(problem?.requestId ? [fill<Value>(texts.requestId, { id: { text: problem.requestId } })] : []),
      ];
    }
    default:
      return [];
  }
}
