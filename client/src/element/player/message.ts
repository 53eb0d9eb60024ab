import { operations } from '../../generated/operations.ts';
import { localDate } from '../../index.ts';
import { dateText, dayText, instantFromNow, instantText, isMidnight, isWithinDay, timeText } from '../words/dates.ts';
import { fill } from '../words/fill.ts';
import { type Language, languageOf, referenceOf, referenceTo, type Verse } from '../words/language.ts';
import { findStored, isRecent } from './pending-submission.ts';
import type { Facts, State } from './state.ts';
import type { Submission } from './submission.ts';

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
  const { pending, submissions, hasEnded } = facts;
  const choice = facts.isPreset ? undefined : facts.choice;
  const line = (text: string, values: Readonly<Record<string, Value | string>> = {}) => fill<Value>(text, values);
  const about = (text: string, verse: Verse | undefined) =>
    verse ? [line(text, { reference: { text: referenceTo(verse, language) } })] : [];
  const news = withdrawnLines(facts, language);
  switch (state) {
    case 'signIn':
      return [line(hasEnded ? texts.ended : texts.what), ...about(texts.keptHere, pending?.request ?? choice)];
    case 'notSolved':
      return [...news, line(texts.what)];
    case 'cooldown': {
      // Lost for now, such as when the player has submitted another verse in another tab.
      const isUnsent = choice && submissions && !pending && !findStored(choice, submissions);
      return [...(isUnsent ? about(texts.notSent, choice) : []), ...news, ...cooldownLines(cooldownEndsAt, language)];
    }
    case 'full': {
      if (acceptingFrom === undefined) return [...news, line(texts.comeBack)];
      const isToday = isWithinDay(acceptingFrom) && !isMidnight(acceptingFrom);
      const [key, write] = isToday ? (['opensAt', timeText] as const) : (['opensOn', instantText] as const);
      const own = languageOf(key, language);
      return [
        ...news,
        line(texts[key], {
          relative: instantFromNow(acceptingFrom, own),
          time: { text: write(acceptingFrom, own), dateTime: acceptingFrom },
        }),
      ];
    }
    case 'open': {
      if (nextFreeDate === undefined) return news;
      const own = languageOf('about', language);
      const days = String(operations.submitVerse.cooldown / 86_400_000);
      return [...news, line(texts.about, { days, date: dateOf(nextFreeDate, own) })];
    }
    case 'done': {
      if (facts.scheduled === undefined) return [];
      const own = languageOf('scheduled', language);
      return [
        line(texts.scheduled, {
          reference: { text: referenceTo(facts.scheduled, language) },
          date: dateOf(facts.scheduled.scheduledDate, own),
          relative: dayText(facts.scheduled.scheduledDate, own),
        }),
        ...cooldownLines(cooldownEndsAt, language),
      ];
    }
    case 'failed':
    case 'noResponse':
    case 'offline':
      if (pending !== undefined) return about(state === 'offline' ? texts.kept : texts.notTwice, pending.request);
      return [...about(texts.keptHere, choice), line(state === 'offline' ? texts.goesOn : texts.tryLater)];
    default:
      return [];
  }
}

/** Says when the player can choose the next verse, once that is known. */
function cooldownLines(cooldownEndsAt: string | undefined, language: Language): Line[] {
  if (cooldownEndsAt === undefined) return [];
  const own = languageOf('cooldownEnds', language);
  return [
    fill<Value>(language.texts.cooldownEnds, {
      relative: instantFromNow(cooldownEndsAt, own),
      time: { text: instantText(cooldownEndsAt, own), dateTime: cooldownEndsAt },
    }),
  ];
}

/** The player's verse that is today's puzzle, if one is. */
export function verseOfToday({ submissions }: Facts): Submission | undefined {
  return submissions?.find(({ scheduledDate }) => scheduledDate === localDate());
}

/** Says that the player's latest verse, whose cooldown may still last, is no longer in the calendar. */
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
