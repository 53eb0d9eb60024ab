import { foundVersesLimits, submissionListLimits, submitVersePatterns } from '../../src/generated/operations.ts';
import {
  type Answer,
  as,
  type Expected,
  type Fault,
  faultIf,
  instantIn,
  match,
  newestFirst,
  pairs,
  property,
} from './answer.ts';
import { dateFaults, dateFor, openingOf, windowFaults, windowText } from './calendar.ts';
import { type Decide, headerOf, integerOf, type Question, userOf } from './request.ts';
import {
  addDays,
  changed,
  completion,
  cooldown,
  cooldownEnd,
  instantOf,
  isSameVerse,
  learned,
  narrowed,
  type Opening,
  onCooldown,
  type Stored,
  type Submission,
  second,
  seeing,
  submissionOn,
  submissionsOf,
  textOf,
  type Verse,
  withSubmission,
} from './stored.ts';
import { exists, invalidChapter, invalidVerse, named, passage, referenceOf, versesIn } from './verse.ts';

// The players' operations: openapi.yaml. Each has its checks by their names, and last what it does.

const submitVerse: Readonly<Record<string, Decide>> = {
  localDate: ({ members: { localDate } }) =>
    typeof localDate === 'string' && submitVersePatterns.localDate.test(localDate),

  solvedToday: (question) => hasSolved(question, String(question.members['localDate'])),

  cooldown: (question) => {
    const { stored, known, members, now } = question;
    const latest = onCooldown(stored, userOf(question).id, now);
    if (latest === undefined) return true;
    const { date, movedFrom = date, windowText, key } = latest;
    const isRepeated = key !== undefined && key === keyOf(question) && isSameVerse(latest, members);
    if (isRepeated && date !== undefined && windowText) {
      const body = { scheduledDate: movedFrom, reference: referenceOf(latest), windowText };
      return { says: 'If check 5 finds a cooldown that comes from', status: 201, body };
    }
    const end = cooldownEnd(latest);
    const [least, most] = [end.from - known.now.to, end.to - known.now.from].map((left) => Math.ceil(left / second));
    const isLeft = (value: string) => Number(value) >= Number(least) && Number(value) <= Number(most);
    return {
      body: { cooldownEndsAt: as('The cooldown ends at the instant `cooldownEndsAt`', instantIn(end)) },
      headers: { 'Retry-After': property(`${least} to ${most}`, isLeft, 'Whole seconds until the cooldown ends') },
      next: ({ cooldownEndsAt }) => {
        const submittedAt = narrowed(latest.submittedAt, instantOf(cooldownEndsAt) - cooldown);
        return withSubmission(stored, latest, { submittedAt });
      },
    };
  },

  verse: ({ members }) => invalid(invalidVerse(members)),

  scheduled: (question) => {
    const verse = question.members as unknown as Verse;
    const { stored } = question;
    const date = dateFor(question, verse);
    const isFree = stored.seen.calendar.accepting === true;
    if (date === null || (date === undefined && openingOf(question).accepting === false)) return false;
    const text = date && windowText(question, date);
    const also = (body: Scheduled) => [
      ...dateFaults(question, body.scheduledDate, verse),
      ...windowFaults(question, body.scheduledDate, body.windowText).faults,
    ];
    return {
      says: 'The service reserves the earliest free date in the earliest window that has one',
      status: 201,
      body: { reference: referenceOf(verse), ...(date && { scheduledDate: date }), ...(text && { windowText: text }) },
      ...(!date && { also, ...(!isFree && { mayFail: () => seeing(stored, { calendar: { accepting: false } }) }) }),
      next: (body: Scheduled) => submitted(question, body),
    };
  },
};

interface Scheduled {
  readonly scheduledDate: string;
  readonly windowText: string;
}

function hasSolved(question: Question, localDate: string): boolean {
  return question.stored.completions.has(completion(userOf(question).id, localDate));
}

function invalid(error: string | undefined): true | Partial<Answer> {
  return error === undefined || { body: { error } };
}

/** A malformed key is ignored. */
function keyOf({ sent }: Question): string | undefined {
  const key = headerOf(sent, 'Idempotency-Key');
  return key !== undefined && /^[!-~]{1,255}$/.test(key) ? key : undefined;
}

function submitted(question: Question, { scheduledDate: date, windowText }: Scheduled): Stored {
  const { stored, known, members } = question;
  const { bookId, chapter, verse } = members as unknown as Verse;
  const own = { player: userOf(question).id, key: keyOf(question), submittedAt: known.now };
  const submission = { ...own, bookId, chapter, verse, date, windowText, cooldownEnded: false, byEditor: false };
  const { windows } = windowFaults(question, date, windowText);
  const { nextFreeDate } = stored.seen.calendar;
  const next = changed(stored, { submissions: [...stored.submissions, submission] });
  if (nextFreeDate === undefined) return seeing(next, { windows });
  // No date before the earliest free one has become free.
  const calendar = { nextFreeDate: date === nextFreeDate ? addDays(date, 1) : nextFreeDate };
  return seeing(next, { windows, calendar });
}

const getEligibility: Readonly<Record<string, Decide>> = {
  exists: (question) => {
    const verse = verseOf(question);
    return verse === undefined || invalid(invalidVerse(verse));
  },

  read: (question) => {
    const { stored, known, now, query } = question;
    const verse = verseOf(question);
    const solvedToday = hasSolved(question, query['localDate'] ?? '');
    const latest = onCooldown(stored, userOf(question).id, now);
    // `accepting`, `nextFreeDate` and `acceptingFrom` may be a second old.
    const ages = [{ stored, now }, ...(known.earlier ?? [])].map((age) => ({ ...age, known }));
    const openings = ages
      .map((age) => openingOf(age, verse))
      .filter(({ acceptingFrom }) => acceptingFrom === undefined || acceptingFrom > textOf(now));
    const isKnown = openings.every(({ accepting }) => accepting !== undefined);
    const among = (name: keyof Opening): Expected => {
      const values = [...new Set(openings.map((opening) => opening[name]))];
      const wanted = values.map((value) => JSON.stringify(value) ?? 'absent').join(' or ');
      return property(wanted, (value) => values.includes(value), '`accepting`, `nextFreeDate` and `acceptingFrom`');
    };
    const isDated = isKnown && openings.every(({ accepting, nextFreeDate }) => !accepting || nextFreeDate);
    return {
      status: 200,
      body: {
        solvedToday: as('A submission is allowed only when the puzzle has recorded', solvedToday),
        cooldownEndsAt: latest && instantIn(cooldownEnd(latest)),
        ...(isKnown && { accepting: among('accepting') }),
        ...(isDated && { nextFreeDate: among('nextFreeDate'), acceptingFrom: among('acceptingFrom') }),
      },
      also: (facts: Facts) => {
        const { nextFreeDate } = facts;
        const inDate = nextFreeDate === undefined || isKnown ? [] : ages.map((age) => dateFaults(age, nextFreeDate));
        const isPossible = inDate.some((faults) => faults.length === 0);
        const isReady = solvedToday && latest === undefined;
        return [...factFaults(facts, isReady, verse !== undefined), ...(isPossible ? [] : (inDate[0] ?? []))];
      },
      next: ({ accepting, nextFreeDate, acceptingFrom }: Facts) => {
        const { calendar, forecasts } = stored.seen;
        // What was free, or taken, within the last second may have been said of that time.
        if (ages.some((age) => isOtherwise(age.stored, stored))) return stored;
        if (submissionOn(stored, nextFreeDate) !== undefined) return stored;
        if (verse === undefined) return seeing(stored, { calendar: { accepting, nextFreeDate, acceptingFrom } });
        const forecast = nextFreeDate && { [referenceOf(verse)]: nextFreeDate };
        return seeing(stored, { forecasts: { ...forecasts, ...forecast }, calendar: { ...calendar, accepting } });
      },
    };
  },
};

/** Whether a date was taken that is free now, or the calendar was paused or not. */
function isOtherwise(before: Stored, now: Stored): boolean {
  if (before === now) return false;
  const dates = ({ submissions, blocked }: Stored) => [...submissions.map(({ date }) => date), ...Object.keys(blocked)];
  return before.isPaused !== now.isPaused || !new Set(dates(before)).isSubsetOf(new Set(dates(now)));
}

type Facts = Opening & { readonly maySubmit: boolean; readonly accepting: boolean };

/** What contradicts itself in the facts about a player, or of the calendar. */
function factFaults(
  { maySubmit, accepting, nextFreeDate, acceptingFrom }: Facts,
  isReady: boolean,
  isOfVerse: boolean,
): Fault[] {
  const may = isReady && accepting;
  const isLost = accepting ? nextFreeDate === undefined && !isOfVerse : nextFreeDate !== undefined;
  const isOddly = acceptingFrom !== undefined && (accepting || !acceptingFrom.endsWith('T00:00:00.000Z'));
  const text = `nextFreeDate is ${nextFreeDate ?? 'absent'}, acceptingFrom ${acceptingFrom ?? 'absent'}, accepting ${accepting}`;
  return [
    ...faultIf(maySubmit !== may, 'Unlike a submission', `maySubmit is ${maySubmit}, expected ${may}`),
    ...faultIf(isLost, '`nextFreeDate` is the earliest free date', text),
    ...faultIf(isOddly, '`acceptingFrom` is the instant', text),
  ];
}

/** The verse that a query names, or a malformed one; undefined if it names none. */
function verseOf({ query }: Question): Verse | undefined {
  const { bookId, chapter, verse } = query;
  if (bookId === null && chapter === null && verse === null) return undefined;
  return { bookId, chapter: integerOf(chapter), verse: integerOf(verse) } as Verse;
}

const listSubmissions: Readonly<Record<string, Decide>> = {
  read: (question) => {
    const { stored } = question;
    const latest = submissionsOf(stored, userOf(question).id).slice(0, submissionListLimits.submissions);
    const listed = latest.filter(exists);
    const [dated, gone] = [listed.filter(({ date }) => date), listed.filter(({ date }) => !date)];
    const none = property('empty or absent', (list) => list === undefined || list.length === 0);
    return {
      says: "The player's latest 100 submissions, newest first",
      status: 200,
      body: {
        submissions: newestFirst(dated, shownToPlayer),
        withdrawn: gone.length === 0 ? none : newestFirst(gone, shownToPlayer),
      },
      next: ({ submissions, withdrawn = [] }) => {
        const next = learned(stored, pairs(dated, submissions, shownToPlayer), submissions);
        return learned(next, pairs(gone, withdrawn, shownToPlayer), withdrawn);
      },
    };
  },
};

function shownToPlayer(one: Submission): Expected {
  const { date, movedFrom, withdrawnFrom, withdrawnAt, submittedAt } = one;
  const place = {
    scheduledDate: date,
    movedFrom: date && movedFrom,
    withdrawnFrom,
    withdrawnAt: instantIn(withdrawnAt),
  };
  return { ...named(one), ...place, submittedAt: instantIn(submittedAt) };
}

const getChapter: Readonly<Record<string, Decide>> = {
  exists: ({ path: { bookId, chapter } }) => invalid(invalidChapter({ bookId, chapter: integerOf(chapter) })),

  read: ({ stored, path }) => {
    const [bookId = '', chapter] = [path['bookId'], Number(path['chapter'])];
    const name = passage(bookId, chapter);
    const count = versesIn(bookId, chapter);
    const isText = (verses: readonly string[]) => verses.length === count && !/[[\]#]/.test(verses.join());
    return {
      says: 'The verses of a chapter in the King James Version of 1769',
      status: 200,
      body: stored.seen.texts[name] ?? { verses: property(`${count} verses, without marks`, isText) },
      next: ({ translation, verses }) =>
        seeing(stored, { texts: { ...stored.seen.texts, [name]: { translation, verses } } }),
    };
  },
};

interface Found {
  readonly verses: readonly (Verse & { readonly reference: string; readonly words: string })[];
}

const findVerses: Readonly<Record<string, Decide>> = {
  read: ({ stored, query }) => {
    const { texts, found } = stored.seen;
    const words = wordsOf(query['words'] ?? '');
    const key = words?.join(' ') ?? '';
    const shown = (verse: Verse): Expected => {
      const text = texts[passage(verse.bookId, verse.chapter)]?.verses[verse.verse - 1];
      return { ...named(verse), ...(text !== undefined && { words: text }) };
    };
    return {
      says: 'Verses of the King James Version of 1769 by their words',
      status: 200,
      also: ({ verses }: Found) => [
        ...match(verses.map(shown), verses, 'Verses of the King James Version of 1769', 'verses'),
        ...(found[key] === undefined || words === undefined ? [] : sameFaults(found[key], verses)),
        ...(words === undefined ? [] : searchFaults(stored, words, verses)),
      ],
      next: ({ verses }: Found) =>
        words === undefined ? stored : seeing(stored, { found: { ...found, [key]: verses.map(referenceOf) } }),
    };
  },
};

function sameFaults(before: readonly string[], verses: readonly Verse[]): Fault[] {
  return match(before, verses.map(referenceOf), 'Upper case, punctuation and figures do not matter', 'verses');
}

/**
 * The words of a text, without case, punctuation and figures; undefined where these divide a word,
 * since the contract does not say into which.
 */
function wordsOf(text: string): string[] | undefined {
  const parts = text.toLowerCase().split(/\s+/);
  const words = parts.map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')).filter((part) => part !== '');
  return words.every((word) => /^[a-z]+$/.test(word)) ? words : undefined;
}

/** Six consonants are no word, and differ from each in more than one letter. */
const noWord = /^[bcdfghjklmnpqrstvwxz]{6,}$/;

/** Texts as a search sees them, with a blank before and behind each word; it takes a while to find these. */
const folded = new WeakMap<readonly string[], readonly string[]>();

function fold(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^a-z']+/)
    .filter((word) => word !== '')
    .join(' ')} `;
}

/** 3 for a text that begins with the words, 2 if they follow each other, 1 if it has all of them. */
function rankOf(text: string, words: readonly string[]): number {
  const phrase = ` ${words.join(' ')}`;
  if (text.startsWith(phrase)) return 3;
  if (text.includes(phrase)) return 2;
  return words.every((word, index) => text.includes(` ${word}${index === words.length - 1 ? '' : ' '}`)) ? 1 : 0;
}

/** What the chapters that responses have shown say of a search. */
function searchFaults({ seen }: Stored, words: readonly string[], verses: Found['verses']): Fault[] {
  const [first] = verses;
  const allJunk = words.every((word) => noWord.test(word));
  if (words.length === 0 || allJunk) {
    return faultIf(words.length > 0 && first !== undefined, 'a word that no verse has', `${first?.reference} is found`);
  }
  const known = Object.entries(seen.texts).flatMap(([passage, text]) =>
    folded
      .getOrInsertComputed(text.verses, () => text.verses.map(fold))
      .flatMap((each, index) => ({ name: `${passage}:${index + 1}`, rank: rankOf(each, words) }))
      .filter(({ rank }) => rank > 0),
  );
  const listed = verses.map(({ reference }) => reference);
  const isFull = verses.length === foundVersesLimits.verses;
  const lost = known.find(({ name }) => !listed.includes(name) && !isFull);
  const best = Math.max(0, ...known.map(({ rank }) => rank));
  // The first one may have other forms of the words than the request, which begin with the same letter.
  const initials = (text: string) => text.replace(/([a-z'])[a-z']+/g, '$1');
  const shown = first && rankOf(initials(fold(first.words)), words.map(initials));
  const all = 'Those that have all words come before the others';
  return [
    ...faultIf(lost !== undefined, all, `${lost?.name} is not found, which has all words`),
    ...faultIf(
      shown !== undefined && words.length > 3 && shown < best,
      all,
      `${first?.reference} comes first, though ${known.find(({ rank }) => rank === best)?.name} has all words`,
    ),
  ];
}

export const playersChecks = { submitVerse, getEligibility, listSubmissions, getChapter, findVerses };
