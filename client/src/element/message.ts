import { dateText, dayText, instantFromNow, instantText, isWithinDay, timeText } from './dates.ts';
import { type Language, referenceTo } from './language.ts';
import { findStored } from './pending-submission.ts';
import type { Facts, State } from './state.ts';
import { fill } from './texts.ts';

/**
 * A value within a line, which stays in one piece; a date or an instant also as a program reads it.
 */
interface Value {
  readonly text: string;
  readonly dateTime?: string;
}

export type Line = readonly (Value | string)[];

/** What a state says below its heading. */
export function messageOf(state: State, facts: Facts, language: Language): Line[] {
  const { texts } = language;
  const { cooldownEndsAt, nextFreeDate, acceptingFrom } = facts.eligibility ?? {};
  const { choice, pending, submissions, problem } = facts;
  switch (state) {
    case 'cooldown': {
      if (cooldownEndsAt === undefined) return [];
      // Lost for now, such as when the player has submitted another verse in another tab.
      const isUnsent = choice && submissions && !pending && !findStored(choice, submissions);
      return [
        ...(isUnsent ? [fill<Value>(texts.notSent, { reference: { text: referenceTo(choice, language) } })] : []),
        fill<Value>(texts.cooldownEnds, {
          relative: instantFromNow(cooldownEndsAt, language),
          time: { text: instantText(cooldownEndsAt, language), dateTime: cooldownEndsAt },
        }),
      ];
    }
    case 'full': {
      if (acceptingFrom === undefined) return [];
      const [line, text] = isWithinDay(acceptingFrom) ? [texts.opensAt, timeText] : [texts.opensOn, instantText];
      return [fill<Value>(line, { time: { text: text(acceptingFrom, language), dateTime: acceptingFrom } })];
    }
    case 'open':
      return nextFreeDate === undefined ? [] : [fill<Value>(texts.about, { date: dateOf(nextFreeDate, language) })];
    case 'done': {
      if (facts.scheduled === undefined) return [];
      const { scheduledDate } = facts.scheduled;
      return [
        fill<Value>(texts.scheduled, { date: dateOf(scheduledDate, language) }),
        fill<Value>(texts.scheduledIn, { relative: dayText(scheduledDate, language) }),
      ];
    }
    case 'failed':
    case 'noResponse':
    case 'offline': {
      const reference = pending && { text: referenceTo(pending.request, language) };
      return [
        ...(reference ? [fill<Value>(state === 'offline' ? texts.kept : texts.notTwice, { reference })] : []),
        ...(problem?.requestId ? [fill<Value>(texts.requestId, { id: { text: problem.requestId } })] : []),
      ];
    }
    default:
      return [];
  }
}

function dateOf(date: string, language: Language): Value {
  return { text: dateText(date, language), dateTime: date };
}

/** What the heading of a state says; `{reference}` stands for the verse of which it speaks. */
export function headingOf(state: State, { eligibility }: Facts, { texts }: Language): string {
  // Nothing is known that opens the calendar again by itself: the operator has paused it.
  if (state === 'full' && eligibility?.acceptingFrom === undefined) return texts.paused;
  return texts[state];
}
