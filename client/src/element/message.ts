import { dateText, dayText, instantFromNow, instantText, isWithinDay, timeText } from './dates.ts';
import { create, isolate } from './dom.ts';
import { type Language, referenceTo } from './language.ts';
import type { Facts, State } from './state.ts';
import { fill } from './texts.ts';

/** What a state says below its heading. */
export function messageOf(state: State, facts: Facts, language: Language): HTMLElement[] {
  const { texts } = language;
  const { cooldownEndsAt, acceptingFrom } = facts.eligibility ?? {};
  switch (state) {
    case 'cooldown':
      if (cooldownEndsAt === undefined) return [];
      return [
        paragraph(texts.cooldownEnds, {
          relative: instantFromNow(cooldownEndsAt, language),
          time: time(cooldownEndsAt, instantText(cooldownEndsAt, language)),
        }),
      ];
    case 'full':
      if (acceptingFrom === undefined) return [];
      return isWithinDay(acceptingFrom)
        ? [paragraph(texts.opensAt, { time: time(acceptingFrom, timeText(acceptingFrom, language)) })]
        : [paragraph(texts.opensOn, { time: time(acceptingFrom, instantText(acceptingFrom, language)) })];
    case 'done': {
      if (facts.scheduled === undefined) return [];
      const { scheduledDate } = facts.scheduled;
      return [
        paragraph(texts.scheduled, {
          reference: isolate(referenceTo(facts.scheduled, language)),
          date: time(scheduledDate, dateText(scheduledDate, language)),
        }),
        paragraph(dayText(scheduledDate, language)),
      ];
    }
    case 'failed':
    case 'noResponse':
    case 'offline': {
      const { pending, problem } = facts;
      const reference = pending && isolate(referenceTo(pending.request, language));
      return [
        ...(reference ? [paragraph(texts.notTwice, { reference })] : []),
        ...(problem?.requestId ? [paragraph(texts.requestId, { id: isolate(problem.requestId) })] : []),
      ];
    }
    default:
      return [];
  }
}

function time(dateTime: string, text: string): HTMLElement {
  return create('time', { dateTime }, text);
}

function paragraph(text: string, values: Readonly<Record<string, Node | string>> = {}): HTMLElement {
  return create('p', {}, ...fill(text, values));
}
