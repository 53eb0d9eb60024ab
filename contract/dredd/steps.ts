import fc from 'fast-check';
import { addDays, dateOf, type Stored, type Submission, type Verse } from '../model/stored.ts';
import type { TokenChange } from './player.ts';
import type { Difference } from './request.ts';

/** What is known when a request is made. */
export interface View {
  readonly stored: Stored;
  /** In microseconds since the epoch. */
  readonly now: number;
  /** The ids of the players. */
  readonly people: readonly string[];
  /** The requests that were sent, the last one first. */
  readonly sent: readonly Request[];
}

/** A request of somebody, as it differs from that of the contract's examples. */
export interface Request {
  /** The id of its operation. */
  readonly of: string;
  /** The `sub` of the token. */
  readonly as: string;
  readonly token?: TokenChange;
  readonly difference: Difference;
}

/** Requests at once; several parts follow each other. A part without a request is left out. */
export interface Step {
  readonly parts: readonly ((view: View) => readonly (Request | undefined)[])[];
}

type Part<Choice> = (choice: Choice, view: View) => Request | readonly (Request | undefined)[] | undefined;

/** A step, which prints as its name and its choice. */
function step<Choice>(name: string, choice: fc.Arbitrary<Choice>, ...parts: Part<Choice>[]): fc.Arbitrary<Step> {
  return choice.map((chosen) => ({
    parts: parts.map((part) => (view: View) => [part(chosen, view)].flat()),
    [fc.toStringMethod]: () => `${name} ${fc.stringify(chosen)}`,
  }));
}

const nth = fc.nat(999);

export function anyOf<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length];
}

function today({ now }: View): string {
  return dateOf(now);
}

const editor = 'editor';
const site = 'site';

/** What differs between the histories of a run and those of two instances with small calendars. */
export interface Reach {
  readonly verses: readonly Verse[];
  /** From today, for the operator: before, in and after the bookable dates. */
  readonly days: { readonly min: number; readonly max: number };
  /** The localDates of players, beside those that are solved. */
  readonly localDates: readonly string[];
  readonly keys: readonly string[];
}

/** Steps by name, from which a test takes those that it wants. */
export function stepsOf({ verses, days: { min, max }, localDates, keys }: Reach) {
  const days = fc.integer({ min, max });
  const verse = fc.constantFrom(...verses);
  const key = fc.option(fc.constantFrom(...keys), { nil: undefined });
  /** One that is solved, unless it is another. */
  const localDate = fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...localDates) },
  );
  const date = (view: View, after: number) => addDays(today(view), after);

  const submission = fc.record({ who: nth, localDate, verse, key });
  type Submitting = typeof submission extends fc.Arbitrary<infer Value> ? Value : never;
  const submit = ({ who, localDate, verse, key }: Submitting, view: View): Request => {
    const as = anyOf(view.people, who) ?? '';
    const body = { localDate: localDate ?? solvedBy(view, as), ...verse };
    return { of: 'submitVerse', as, difference: { body, headers: { 'Idempotency-Key': key ?? null } } };
  };

  const players = {
    submit: step('submit', submission, submit),
    submitAtOnce: step('submit at once', fc.array(submission, { minLength: 2, maxLength: 4 }), (all, view) =>
      all.map((one) => submit(one, view)),
    ),
    /** Of one on cooldown, if there is any. */
    retry: step('retry', nth, (index, view) => {
      const withKey = view.stored.submissions.filter(({ key, player }) => key !== undefined && player !== undefined);
      const one = anyOf(withKey.slice(-4), index);
      return one && resubmission(view, one, one.key);
    }),
    eligibility: step(
      'eligibility',
      fc.record({ who: nth, localDate, verse: fc.option(verse, { nil: undefined }) }),
      ({ who, localDate, verse }, view) => {
        const as = anyOf(view.people, who) ?? '';
        const named = Object.entries(verse ?? { bookId: null, chapter: null, verse: null });
        const query = {
          localDate: localDate ?? solvedBy(view, as),
          ...Object.fromEntries(named.map(([name, value]) => [name, value && String(value)])),
        };
        return { of: 'getEligibility', as, difference: { query } };
      },
    ),
    list: step('list', nth, (who, { people }) => ({
      of: 'listSubmissions',
      as: anyOf(people, who) ?? '',
      difference: {},
    })),
  };

  const puzzle = {
    solve: step(
      'solve',
      fc.record({ who: nth, localDate: fc.constantFrom(...localDates) }),
      ({ who, localDate }, view) => {
        const player = encodeURIComponent(anyOf(view.people, who) ?? '');
        return { of: 'recordCompletion', as: site, difference: { path: { date: localDate, player } } };
      },
    ),
    erase: step('erase', nth, (who, { people }) => {
      return {
        of: 'erasePlayer',
        as: site,
        difference: { path: { player: encodeURIComponent(anyOf(people, who) ?? '') } },
      };
    }),
    export: step('export', nth, (who, { people }) => {
      return {
        of: 'exportPlayer',
        as: site,
        difference: { path: { player: encodeURIComponent(anyOf(people, who) ?? '') } },
      };
    }),
    verseOfDate: step('verse of a date', fc.record({ index: nth, days: fc.option(days) }), ({ index, days }, view) => {
      const dates = view.stored.submissions.flatMap(({ date, withdrawnFrom }) => date ?? withdrawnFrom ?? []);
      const on = days === null ? anyOf(dates.slice(-6), index) : date(view, days);
      return on === undefined ? undefined : { of: 'getVerseOfDate', as: site, difference: { path: { date: on } } };
    }),
  };

  /** Of what operators know: verses whose ids responses have shown. */
  const known = ({ stored, people }: View) =>
    stored.submissions.filter(
      ({ id, player, byEditor }) => id !== undefined && (byEditor || people.includes(player ?? '')),
    );
  const change = (of: string, body: object, path?: Record<string, string>): Request => {
    return { of, as: editor, difference: { body: { note: undefined, ...body }, ...(path && { path }) } };
  };
  const ofOne = (of: string, { id }: Submission, body: object) => change(of, body, { id: String(id) });
  /** On which date an operator saw a verse: mostly where it is. */
  const elsewhere = fc.option(days, { nil: undefined, freq: 5 });
  const seenOn = (one: Submission, view: View, after: number | undefined) =>
    after === undefined ? (one.date ?? one.withdrawnFrom) : date(view, after);
  const manyDays = fc.uniqueArray(days, { minLength: 1, maxLength: 6 });
  const label = fc.constantFrom('a feast', 'A Feast', 'fast');
  const withdraw = fc.record({ index: nth, days: elsewhere, endCooldown: fc.boolean() });

  const desk = {
    block: step('block', fc.record({ days, label }), ({ days, label }, view) =>
      change('blockDate', { label }, { date: date(view, days) }),
    ),
    unblock: step('unblock', fc.record({ index: nth, days }), ({ index, days }, view) => {
      const on = anyOf(Object.keys(view.stored.blocked), index) ?? date(view, days);
      return { of: 'unblockDate', as: editor, difference: { path: { date: on } } };
    }),
    blockMany: step('block many', fc.record({ manyDays, label }), ({ manyDays, label }, view) =>
      change('blockDates', { dates: manyDays.map((days) => date(view, days)), label }),
    ),
    unblockMany: step('unblock many', fc.record({ index: nth, manyDays }), ({ index, manyDays }, view) => {
      const blocked = Object.keys(view.stored.blocked).slice(0, index % 5);
      return change('unblockDates', { dates: [...new Set([...blocked, ...manyDays.map((days) => date(view, days))])] });
    }),
    setVerse: step(
      'set a verse',
      fc.record({ days, verse, blocked: fc.option(fc.boolean(), { nil: undefined }) }),
      ({ days, verse, blocked }, view) => change('setVerse', { ...verse, blocked }, { date: date(view, days) }),
    ),
    move: step('move', fc.record({ index: nth, days: elsewhere, to: days }), ({ index, days, to }, view) => {
      const one = anyOf(known(view), index);
      return one && ofOne('moveSubmission', one, { from: seenOn(one, view, days), to: date(view, to) });
    }),
    moveBack: step('move back', nth, (index, view) => {
      const one = anyOf(
        known(view).filter(({ date, movedFrom }) => date && movedFrom),
        index,
      );
      return one && ofOne('moveSubmission', one, { from: one.date, to: one.movedFrom });
    }),
    swap: step('swap', fc.record({ index: nth, days: elsewhere, other: nth }), ({ index, days, other }, view) => {
      const [one, swapWith] = [anyOf(known(view), index), anyOf(known(view), other)];
      if (one === undefined || swapWith === undefined || one === swapWith) return undefined;
      const dates = { from: seenOn(one, view, undefined), to: seenOn(swapWith, view, days) };
      return ofOne('moveSubmission', one, { ...dates, swapWith: swapWith.id });
    }),
    withdraw: step('withdraw', withdraw, ({ index, days, endCooldown }, view) => {
      const one = anyOf(known(view), index);
      return one && ofOne('withdrawSubmission', one, { from: seenOn(one, view, days), endCooldown });
    }),
    /** The player submits another verse at once. */
    replace: step(
      'replace',
      nth,
      (index, view) => {
        const one = anyOf(known(view), index);
        return one && ofOne('withdrawSubmission', one, { from: seenOn(one, view, undefined), endCooldown: true });
      },
      (index, view) => {
        const one = anyOf(known(view), index);
        return one?.player === undefined ? undefined : resubmission(view, one, undefined);
      },
    ),
    /** To its old date, or to another. Mostly, the verse is withdrawn. */
    restore: step('restore', fc.record({ index: nth, days: elsewhere }), ({ index, days }, view) => {
      const withdrawn = known(view).filter(({ date }) => date === undefined);
      const one = anyOf(withdrawn.length > 0 ? withdrawn : known(view), index);
      return one && ofOne('restoreSubmission', one, { to: seenOn(one, view, days) });
    }),
    review: step('review', fc.record({ index: nth, reviewed: fc.constantFrom(true, true, false) }), (choice, view) => {
      const one = anyOf(known(view), choice.index);
      return one && ofOne('reviewSubmission', one, { reviewed: choice.reviewed });
    }),
    reviewUpTo: step('review up to', fc.record({ index: nth, days }), ({ index, days }, view) => {
      const one = anyOf(known(view), index);
      return one && change('reviewSubmissions', { to: date(view, days), newest: one.id });
    }),
    setPause: step('pause', fc.constantFrom(true, false, false), (paused) => change('setPause', { paused })),
    /** As by an operator who has received no response. */
    again: step('again', fc.constant(undefined), (_, { sent }) => sent.find(({ as }) => as === editor)),
    readCalendar: step('calendar', fc.record({ from: days, to: days }), ({ from, to }, view) => {
      const query = { from: date(view, from), to: date(view, to) };
      return { of: 'getCalendar', as: editor, difference: { query } };
    }),
  };
  return { players, puzzle, desk };
}

/** A date that somebody has solved, or one that nobody has. */
function solvedBy({ stored }: View, player: string): string {
  const solved = [...stored.completions].filter((each) => each.slice(11) === player);
  return solved.at(-1)?.slice(0, 10) ?? '2026-11-21';
}

function resubmission(
  view: View,
  { player = '', bookId, chapter, verse }: Submission,
  key: string | undefined,
): Request {
  const body = { localDate: solvedBy(view, player), bookId, chapter, verse };
  return { of: 'submitVerse', as: player, difference: { body, headers: { 'Idempotency-Key': key ?? null } } };
}
