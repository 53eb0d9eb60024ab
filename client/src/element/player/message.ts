import { dateText, dayText, instantFromNow, instantText, isMidnight, isWithinDay, timeText } from '../words/dates.ts';
import { fill } from '../words/fill.ts';
import { type Language, referenceOf, referenceTo, type Verse } from '../words/language.ts';
import { findStored, isRecent } from './pending-submission.ts';
import type { Facts, State } from './state.ts';

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
  const { choice, pending, submissions, hasEnded } = facts;
  const line = (text: string, values: Readonly<Record<string, Value | string>> = {}) => fill<Value>(text, values);
  const about = (text: string, verse: Verse | undefined) =>
    verse ? [line(text, { reference: { text: referenceTo(verse, language) } })] : [];
  switch (state) {
    case 'signIn':
      return [line(hasEnded ? texts.ended : texts.what), ...about(texts.keptHere, pending?.request ?? choice)];
    case 'notSolved':
      return [...withdrawnLines(facts, language), line(texts.what)];
    case 'cooldown': {
      if (cooldownEndsAt === undefined) return [];
      // Lost for now, such as when the player has submitted another verse in another tab.
      const isUnsent = choice && submissions && !pending && !findStored(choice, submissions);
      return [
        ...(isUnsent ? about(texts.notSent, choice) : []),
        ...withdrawnLines(facts, language),
        line(texts.cooldownEnds, {
          relative: instantFromNow(cooldownEndsAt, language),
          time: { text: instantText(cooldownEndsAt, language), dateTime: cooldownEndsAt },
        }),
      ];
    }
    case 'full': {
      if (acceptingFrom === undefined) return [line(texts.comeBack)];
      const isToday = isWithinDay(acceptingFrom) && !isMidnight(acceptingFrom);
      const [text, write] = isToday ? [texts.opensAt, timeText] : [texts.opensOn, instantText];
      return [
        line(text, {
          relative: instantFromNow(acceptingFrom, language),
          time: { text: write(acceptingFrom, language), dateTime: acceptingFrom },
        }),
      ];
    }
    case 'open':
      return [
        ...withdrawnLines(facts, language),
        ...(nextFreeDate ? [line(texts.about, { date: dateOf(nextFreeDate, language) })] : []),
      ];
    case 'done': {
      if (facts.scheduled === undefined) return [];
      return [
        line(texts.scheduled, {
          reference: { text: referenceTo(facts.scheduled, language) },
          date: dateOf(facts.scheduled.scheduledDate, language),
          relative: dayText(facts.scheduled.scheduledDate, language),
        }),
      ];
    }
    case 'failed':
    case 'noResponse':
    case 'offline':
      if (pending !== undefined) return about(state === 'offline' ? texts.kept : texts.notTwice, pending.request);
      return [...about(texts.keptHere, choice), ...(state === 'offline' ? [line(texts.goesOn)] : [])];
    default:
      return [];
  }
}

/** Says that the player's latest verse, of this week, is no longer in the calendar. */
function withdrawnLines({ submissions = [], withdrawn = [] }: Facts, language: Language): Line[] {
  const [latest] = [...submissions, ...withdrawn].sort((a, b) => b.submittedAt.localeCompare(a.submittedAt));
  if (latest === undefined || !('withdrawnAt' in latest) || !isRecent(latest)) return [];
  return [fill<Value>(language.texts.withdrawnBefore, { reference: { text: referenceOf(latest, language) } })];
}

export function dateOf(date: string, language: Language): Value {
  return { text: dateText(date, language), dateTime: date };
}

/**
 * What the heading of a state says; `{reference}` stands for the verse of which it speaks, and
 * `{date}` for its day.
 */
export function headingOf(state: State, { eligibility }: Facts, { texts }: Language): string {
  // Nothing is known that opens the calendar again by itself: the operator has paused it.
  if (state === 'full' && eligibility?.acceptingFrom === undefined) return texts.paused;
  return texts[state];
}
