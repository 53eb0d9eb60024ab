import fc from 'fast-check';
import { division } from '../../src/generated/division.ts';
import { type Operation, operations } from '../model/contracts.ts';
import {
  addDays,
  dateOf,
  latestNumber,
  onCooldown,
  type Stored,
  type Submission,
  type Verse,
} from '../model/stored.ts';
import { passage } from '../model/verse.ts';
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
  /** How long it waits before the second part, in milliseconds. */
  readonly pauseMs?: number;
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

/** The id of a player in a path, where a plus sign stands for itself. */
export function inPath(player: string): string {
  return encodeURIComponent(player).replaceAll('%2B', '+');
}

/** Whose id is not a player's: the tokens of an editor and of the site's server. */
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
  const submit = ({ who, localDate, verse, key }: Submitting, view: View): Request =>
    submitted(view, anyOf(view.people, who) ?? '', { ...verse, ...(localDate && { localDate }) }, key);

  /** Mostly with the key and the verse of the submission. */
  const again = fc.record({ index: nth, key, verse: fc.option(verse, { nil: undefined, freq: 2 }) });

  const players = {
    submit: step('submit', submission, submit),
    submitAtOnce: step('submit at once', fc.array(submission, { minLength: 2, maxLength: 4 }), (all, view) =>
      all.map((one) => submit(one, view)),
    ),
    /** Of one on cooldown, if there is any. */
    retry: step('retry', again, ({ index, key, verse }, view) => {
      const isKeyed = ({ key, player = '' }: Submission) => key !== undefined && view.people.includes(player);
      const one = anyOf(view.stored.submissions.filter(isKeyed).slice(-4), index);
      return one && submitted(view, one.player ?? '', verse ?? verseOf(one), key ?? one.key);
    }),
    eligibility: step(
      'eligibility',
      fc.record({ who: nth, localDate, verse: fc.option(verse, { nil: undefined }) }),
      ({ who, localDate, verse = { bookId: null, chapter: null, verse: null } }, view) =>
        eligibility(view, anyOf(view.people, who) ?? '', { ...verse, ...(localDate && { localDate }) }),
    ),
    list: step('list', nth, (who, { people }) => ({
      of: 'listSubmissions',
      as: anyOf(people, who) ?? '',
      difference: {},
    })),
  };

  const ofPlayer = (of: string, view: View, who: number, date?: string): Request => {
    const player = inPath(anyOf(view.people, who) ?? '');
    return { of, as: site, difference: { path: { player, ...(date && { date }) } } };
  };
  const solution = fc.record({ who: nth, localDate: fc.constantFrom(...localDates) });
  const puzzle = {
    solve: step(
      'solve',
      solution,
      ({ who, localDate }, view) => ofPlayer('recordCompletion', view, who, localDate),
      ({ who }, view) => ofPlayer('exportPlayer', view, who),
    ),
    /** Twice at once. */
    solveAtOnce: step('solve at once', solution, ({ who, localDate }, view) => {
      const one = ofPlayer('recordCompletion', view, who, localDate);
      return [one, one];
    }),
    erase: step(
      'erase',
      nth,
      (who, view) => ofPlayer('erasePlayer', view, who),
      (who, view) => ofPlayer('exportPlayer', view, who),
    ),
    export: step('export', nth, (who, view) => ofPlayer('exportPlayer', view, who)),
    /** Mostly one that has a verse, or had one. */
    verseOfDate: step(
      'verse of a date',
      fc.record({ index: nth, days: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, days) }),
      ({ index, days }, view) => {
        const on = days === undefined ? dateOfVerse(view, index) : date(view, days);
        return on === undefined ? undefined : { of: 'getVerseOfDate', as: site, difference: { path: { date: on } } };
      },
    ),
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
  /** The latest change of a date, as an operator saw it: mostly, nobody has changed it since. */
  const latest = ({ stored }: View, date: string, isLate: boolean) => {
    const ids = stored.changes.flatMap(({ id, dates }) => (dates.includes(date) ? (id ?? []) : []));
    return ids.at(isLate ? -2 : -1) ?? stored.seen.latest[date] ?? 0;
  };
  const seen = (view: View, date: string | undefined, isLate = false) =>
    date === undefined ? undefined : { date, change: latest(view, date, isLate) };
  const late = fc.constantFrom(false, false, false, false, true);
  /** On which date an operator saw a verse: mostly where it is. */
  const elsewhere = fc.option(days, { nil: undefined, freq: 5 });
  const seenOn = (one: Submission, view: View, after: number | undefined) =>
    after === undefined ? (one.date ?? one.withdrawnFrom) : date(view, after);
  const manyDays = fc.uniqueArray(days, { minLength: 1, maxLength: 6 });
  const label = fc.constantFrom('a feast', 'A Feast', 'fast');
  const desk = {
    block: step('block', fc.record({ manyDays, label, late }), ({ manyDays, label, late }, view) =>
      change('blockDates', { dates: manyDays.map((days) => seen(view, date(view, days), late)), label }),
    ),
    unblock: step('unblock', fc.record({ index: nth, manyDays, late }), ({ index, manyDays, late }, view) => {
      const blocked = Object.keys(view.stored.blocked).slice(0, index % 5);
      const dates = [...new Set([...blocked, ...manyDays.map((days) => date(view, days))])];
      return change('unblockDates', { dates: dates.map((each) => seen(view, each, late)) });
    }),
    setVerse: step('set a verse', fc.record({ days, verse, late }), ({ days, verse, late }, view) => {
      const on = date(view, days);
      return change('setVerse', { ...verse, change: latest(view, on, late) }, { date: on });
    }),
    move: step(
      'move',
      fc.record({ index: nth, days: elsewhere, to: days, late }),
      ({ index, days, to, late }, view) => {
        const one = anyOf(known(view), index);
        const from = one && seen(view, seenOn(one, view, days), late);
        return one && ofOne('moveSubmission', one, { from, to: seen(view, date(view, to)) });
      },
    ),
    moveBack: step('move back', nth, (index, view) => {
      const one = anyOf(
        known(view).filter(({ date, movedFrom }) => date && movedFrom),
        index,
      );
      return one && ofOne('moveSubmission', one, { from: seen(view, one.date), to: seen(view, one.movedFrom) });
    }),
    swap: step('swap', fc.record({ index: nth, days: elsewhere, other: nth, late }), (choice, view) => {
      const [one, swapWith] = [anyOf(known(view), choice.index), anyOf(known(view), choice.other)];
      if (one === undefined || swapWith === undefined || one === swapWith) return undefined;
      const [from, to] = [seenOn(one, view, undefined), seenOn(swapWith, view, choice.days)];
      const dates = { from: seen(view, from), to: seen(view, to, choice.late) };
      return ofOne('moveSubmission', one, { ...dates, swapWith: swapWith.id });
    }),
    withdraw: step(
      'withdraw',
      fc.record({ index: nth, days: elsewhere, endCooldown: fc.boolean(), late }),
      ({ index, days, endCooldown, late }, view) => {
        const one = anyOf(known(view), index);
        const from = one && seen(view, seenOn(one, view, days), late);
        return one && ofOne('withdrawSubmission', one, { from, endCooldown });
      },
    ),
    /** The player submits another verse at once. */
    replace: step(
      'replace',
      nth,
      (index, view) => {
        const one = anyOf(known(view), index);
        return (
          one && ofOne('withdrawSubmission', one, { from: seen(view, seenOn(one, view, undefined)), endCooldown: true })
        );
      },
      (index, view) => {
        const one = anyOf(known(view), index);
        return one?.player === undefined ? undefined : submitted(view, one.player, verseOf(one));
      },
    ),
    /** To its old date, or to another. Mostly, the verse is withdrawn. */
    restore: step('restore', fc.record({ index: nth, days: elsewhere, late }), ({ index, days, late }, view) => {
      const withdrawn = known(view).filter(({ date }) => date === undefined);
      const one = anyOf(withdrawn.length > 0 ? withdrawn : known(view), index);
      const from = one && seen(view, one.withdrawnFrom ?? one.date, late);
      return one && ofOne('restoreSubmission', one, { from, to: seen(view, seenOn(one, view, days)) });
    }),
    review: step('review', fc.record({ index: nth, reviewed: fc.constantFrom(true, true, false) }), (choice, view) => {
      const one = anyOf(known(view), choice.index);
      return one && ofOne('reviewSubmission', one, { reviewed: choice.reviewed });
    }),
    reviewUpTo: step('review up to', fc.record({ index: nth, days }), ({ index, days }, view) => {
      const one = anyOf(known(view), index);
      return one && change('reviewSubmissions', { to: date(view, days), newest: one.id });
    }),
    setPause: step('pause', fc.record({ paused: fc.constantFrom(true, false, false), late }), (choice, { stored }) => {
      const number = latestNumber(stored, 'pause') ?? 0;
      return change('setPause', { paused: choice.paused, change: choice.late ? number + 1 : number });
    }),
    /** As by an operator who has received no response. */
    again: step('again', fc.constant(undefined), (_, { sent }) => sent.find(({ as }) => as === editor)),
    readCalendar: step('calendar', fc.record({ from: days, to: days }), ({ from, to }, view) => {
      const query = { from: date(view, from), to: date(view, to) };
      return { of: 'getCalendar', as: editor, difference: { query } };
    }),
  };
  return { players, puzzle, desk };
}

/** Values that a member must not have, or just may: other JSON types, limits, and what is like them. */
const oddMembers: Readonly<Record<string, readonly unknown[]>> = {
  localDate: [null, 20261121, ['2026-11-21'], '2026-02-30', ' 2026-11-21', '2026-1-1', '2026-11-21T00:00:00Z'],
  bookId: [null, 43, ['JHN'], 'jhn', 'constructor', '\ud800', 'x'.repeat(1_000)],
  chapter: [null, '3', [3], 0, 1.5, 2 ** 53, {}],
  verse: [true, '16', [16], -1, 37, 2 ** 31, { verse: 16 }],
};
/** The same of a query. */
const oddParameters: Readonly<Record<string, readonly (string | readonly string[] | null)[]>> = {
  localDate: [null, '', '2026-1-1', ['2026-11-21', '2026-11-21']],
  bookId: [null, '', 'jhn', ['JHN', 'JHN']],
  chapter: ['03', '+3', '3.0', '3e0', ' 3'],
  verse: [null, '0', '016', ['16', '16']],
};
const books = Object.entries(division).map(([bookId, { verses }]) => ({ bookId, verses }));
/** A verse at a limit of the division, or beyond it. */
const limits = fc
  .record({ book: fc.constantFrom(...books), chapter: nth, beyond: fc.constantFrom(0, 1) })
  .chain(({ book: { bookId, verses }, chapter: index, beyond }) => {
    const chapter = (index % verses.length) + 1;
    const last = verses[chapter - 1] ?? 0;
    return fc.constantFrom(
      { bookId, chapter, verse: last + beyond },
      { bookId, chapter, verse: 1 - beyond },
      { bookId, chapter: verses.length + beyond, verse: 1 },
    );
  });

const codings = ['gzip', 'deflate', 'br'] as const;
const oddBodies: readonly Difference[] = [
  ...['', 'null', ' ', '[]', '"\\ud800"', '{}{}'].map((text) => ({ text })),
  ...['efbbbf7b7d', '7b2261223a22ff227d', '7b007d00'].map((bytes) => ({ bytes })),
  ...[{ cut: 1 }, { size: 'limit' as const }, { size: 'limit + 1' as const }, { body: { other: 1 } }],
  ...codings.flatMap((coding) => [
    { coding, cut: 1 },
    { coding, size: 'limit + 1' as const },
  ]),
  { coding: 'gzip', headers: { 'Content-Encoding': 'GZIP' } },
  { headers: { 'Content-Encoding': 'zip' } },
  ...['text/plain', 'application/json; charset=utf-16', 'application/json; charset="UTF-8"', 'json'].map((type) => ({
    headers: { 'Content-Type': type },
  })),
];
/** An unknown member, nested as deeply as no parser minds. */
const nested = `${'['.repeat(200)}${']'.repeat(200)}`;
const oddTexts = [
  ...['"chapter":3.0,"verse":16', '"chapter":3e0,"verse":1.6e1', '"chapter":3,"verse":16.5'],
  ...[`"chapter":3,"verse":16,"other":${nested}`, '"chapter":3,"verse":1e400'],
];
const oddTokens: readonly TokenChange[] = [
  ...(['by another secret', 'with another algorithm', 'not at all', 'before a change of its claims'] as const).map(
    (signed) => ({ signed }),
  ),
  ...[-3_600, -1, 60.5, null, 'tomorrow', [3_600]].map((exp) => ({ claims: { exp } })),
  ...[-60, 3, 15, 'now'].map((nbf) => ({ claims: { nbf } })),
  ...['', null, 7, ['a'], 'é'.repeat(255), 'x'.repeat(256)].map((sub) => ({ claims: { sub } })),
];
const oddRoles = [null, [], 'puzzle', ['PUZZLE'], ['other']];

/** How words of a verse are bent. */
const bends: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  plain: (words) => words,
  upper: (words) => words.map((word) => word.toUpperCase()),
  marked: (words) => words.map((word, index) => (index % 2 ? `${word},` : `(${word}`)),
  figures: (words) => [...words, '316'],
  reversed: (words) => words.toReversed(),
  begun: (words) => words.with(-1, (words.at(-1) ?? '').slice(0, 3)),
  half: (words) => words.map((word, index) => (index % 2 ? 'zzxxqq' : word)),
};

/**
 * What is odd in a request, or with a token: for any server, whatever it has stored. Each list has a
 * step for each of its values.
 *
 * @param has whether the run has access to an operation
 */
export function oddSteps({ verses, keys }: Pick<Reach, 'verses' | 'keys'>, has: (operation: Operation) => boolean) {
  const verse = fc.constantFrom(...verses);
  const each = <Value>(name: string, values: readonly Value[], ...parts: Part<{ value: Value; nth: number }>[]) =>
    values.map((value) => step(name, fc.record({ value: fc.constant(value), nth }), ...parts));
  const possible = Object.values(operations).filter(has);
  const idsOf = (fits: (operation: Operation) => boolean) =>
    possible.filter(fits).map(({ operation }) => operation.operationId);
  /** What changes nothing, or only for a player. */
  const withToken = idsOf(
    ({ method, operation }) =>
      operation.security.length > 0 && (method === 'get' || operation.operationId === 'submitVerse'),
  );
  const withRoles = idsOf(({ method, roles }) => method === 'get' && roles.length > 0);
  const readAgain = idsOf(({ operation }) => operation.responses['304'] !== undefined);
  const tokened = (of: string | undefined, view: View, nth: number, token: TokenChange): Request[] => {
    if (of === 'submitVerse') return [{ ...submitted(view, ready(view, nth)), token }];
    return of === undefined ? [] : [{ of, as: anyOf(view.people, nth) ?? '', token, difference: {} }];
  };
  /** Of a date that has a verse, if the operation has a date. */
  const read = (of: string, view: View, nth: number, difference: Difference): Request | undefined => {
    const date = dateOfVerse(view, nth);
    if (of !== 'getVerseOfDate') return { of, as: site, difference };
    return date === undefined ? undefined : { of, as: site, difference: { ...difference, path: { date } } };
  };
  const again = readAgain.flatMap((of) =>
    ['{etag}', '*', 'W/{etag}', '"other", {etag}', '"other"'].map((condition) => ({ of, condition })),
  );
  const neighbours = [
    ...keys.map((key, index) => ({ key, other: keys[index + 1] ?? key, body: {} })),
    { key: keys[0], other: keys[0], body: { verse: 1 } },
  ];

  return {
    members: Object.entries(oddMembers).flatMap(([name, values]) =>
      each(`an odd ${name}`, values, ({ value, nth }, view) => submitted(view, ready(view, nth), { [name]: value })),
    ),
    parameters: Object.entries(oddParameters).flatMap(([name, values]) =>
      each(`an odd ${name} of a query`, values, ({ value, nth }, view) =>
        eligibility(view, anyOf(view.people, nth) ?? '', { [name]: value }),
      ),
    ),
    bodies: each('an odd body', oddBodies, ({ value, nth }, view) =>
      submitted(view, anyOf(view.people, nth) ?? '', {}, undefined, value),
    ),
    texts: each('an odd text', oddTexts, ({ value, nth }, view) => {
      const as = ready(view, nth);
      const text = `{"localDate":"${solvedBy(view, as)}","bookId":"JHN",${value}}`;
      return submitted(view, as, {}, undefined, { text });
    }),
    tokens: [
      ...each('an odd token', oddTokens, ({ value, nth }, view) => tokened(anyOf(withToken, nth), view, nth, value)),
      ...each('odd roles', oddRoles, ({ value, nth }, view) =>
        tokened(anyOf(withRoles, nth), view, nth, { claims: { roles: value } }),
      ),
    ],
    /** A token that was good, beyond its `exp`, and then a new one. */
    expired: each(
      'a token that expires',
      [{ claims: { exp: 2 } }],
      ({ value, nth }, view) => tokened('submitVerse', view, nth, value),
      (_, view) => view.sent.slice(0, 1),
      (_, view) => view.sent.slice(0, 1).map(({ token: _, ...request }) => request),
    ).map((one) => one.map((made) => ({ ...made, pauseMs: 3_100 }))),
    /** A submission, and the same with the next key, which differs little, or of another verse. */
    keys: each(
      'a key and another',
      neighbours,
      ({ value: { key }, nth }, view) => submitted(view, ready(view, nth), {}, key),
      ({ value: { other, body } }, view) => submitted(view, view.sent[0]?.as ?? '', body, other),
    ),
    limit: step('a limit', fc.record({ nth, verse: limits }), ({ nth, verse }, view) =>
      submitted(view, ready(view, nth), verse),
    ),
    forecast: step('a forecast at a limit', fc.record({ nth, verse: limits }), ({ nth, verse }, view) =>
      eligibility(view, anyOf(view.people, nth) ?? '', { ...verse }),
    ),
    chapter: step('a chapter', limits, chapterOf),
    searches: Object.entries(bends).flatMap(([name, bend]) =>
      step(
        `a search, ${name},`,
        fc.record({ nth, verse, from: fc.nat(8), count: fc.integer({ min: 3, max: 9 }) }),
        ({ verse }, { stored }) => {
          const isKnown = stored.seen.texts[passage(verse.bookId, verse.chapter)] !== undefined;
          return isKnown ? undefined : chapterOf(verse);
        },
        ({ verse: { bookId, chapter }, nth, from, count }, { stored }) => {
          const text = anyOf(stored.seen.texts[passage(bookId, chapter)]?.verses ?? [], nth) ?? '';
          const words = text.match(/[A-Za-z']+/g)?.slice(from, from + count) ?? [];
          const bent = bend(words.length < 2 ? ['god', 'loved'] : words).join(' ');
          return { of: 'findVerses', as: '', difference: { query: { words: bent.slice(0, 200).padEnd(3, 'x') } } };
        },
      ),
    ),
    again: again.map(({ of, condition }) =>
      step(
        'a read again',
        fc.record({
          nth,
          of: fc.constant(of),
          condition: fc.constant(condition),
          method: fc.constantFrom('GET', 'HEAD'),
        }),
        ({ of, nth }, view) => read(of, view, nth, {}),
        ({ of, nth, condition, method }, view) =>
          read(of, view, nth, { method, headers: { 'If-None-Match': condition } }),
      ),
    ),
    list: step('a list by HEAD', nth, (who, { people }) => ({
      of: 'listSubmissions',
      as: anyOf(people, who) ?? '',
      difference: { method: 'HEAD' },
    })),
    methods: each('another method', ['OPTIONS', 'PUT', 'DELETE', 'PATCH'], ({ value: method, nth }, { people }) => ({
      of: anyOf(['submitVerse', 'getEligibility', 'listSubmissions', 'getChapter'], nth) ?? '',
      as: people[0] ?? '',
      difference: { method, text: '' },
    })),
  };
}

/** Somebody who can submit a verse now, if there is anybody. */
function ready({ stored, people, now }: View, index: number): string {
  const solved = new Set([...stored.completions].map((each) => each.slice(11)));
  const can = people.filter((id) => solved.has(id) && onCooldown(stored, id, now) === undefined);
  return anyOf(can.length > 0 ? can : people, index) ?? '';
}

/** A date that somebody has solved, or today. */
function solvedBy(view: View, player: string): string {
  const solved = [...view.stored.completions].filter((each) => each.slice(11) === player);
  return solved.at(-1)?.slice(0, 10) ?? today(view);
}

/** A date that has a verse, or had one. */
function dateOfVerse({ stored }: View, index: number): string | undefined {
  const dates = stored.submissions.flatMap(({ date, withdrawnFrom }) => date ?? withdrawnFrom ?? []);
  return anyOf(dates.slice(-6), index);
}

/** Of the contract's example, and of a date that is solved, unless the body says otherwise. */
function submitted(view: View, as: string, body: object = {}, key?: string, more: Difference = {}): Request {
  const headers = { 'Idempotency-Key': key ?? null, ...more.headers };
  const members = { localDate: solvedBy(view, as), ...body, ...more.body };
  return { of: 'submitVerse', as, difference: { ...more, body: members, headers } };
}

function eligibility(view: View, as: string, query: Readonly<Record<string, unknown>>): Request {
  const written = Object.entries({ localDate: solvedBy(view, as), ...query }).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return { of: 'getEligibility', as, difference: { query: Object.fromEntries(written) } };
}

function chapterOf({ bookId, chapter }: Verse): Request {
  return { of: 'getChapter', as: '', difference: { path: { bookId, chapter: String(chapter) } } };
}

function verseOf({ bookId, chapter, verse }: Verse): Verse {
  return { bookId, chapter, verse };
}
