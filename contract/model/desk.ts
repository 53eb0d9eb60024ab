import type { components } from '../../src/desk/generated/openapi.desk.ts';
import { type Answer, anything, type Expected, instantIn, property } from './answer.ts';
import { daysOf, freeDates, frozenUntil, isFrozen, today } from './calendar.ts';
import { messageFor } from './contracts.ts';
import { nobody } from './puzzle.ts';
import { type Decide, integerOf, invalidMember, type Question, userOf } from './request.ts';
import {
  addDays,
  anytime,
  type Change,
  changed,
  cooldown,
  datesFrom,
  daysBetween,
  instantOf,
  isSameVerse,
  isTaken,
  latestChange,
  latestNumber,
  learned,
  learnedLatest,
  type Stored,
  type Submission,
  seeing,
  submissionOn,
  type Verse,
  withSubmission,
} from './stored.ts';
import { exists, invalidVerse, named, passage, referenceOf } from './verse.ts';

// The operator's desk: openapi.desk.yaml.

type Schemas = components['schemas'];
type Checks = Readonly<Record<string, Decide>>;

// What is on a date

function shownToOperator(stored: Stored, one: Submission): object {
  const { id = anything, player = nobody(stored), byEditor, review, submittedAt, date, movedFrom } = one;
  const text = stored.seen.texts[passage(one.bookId, one.chapter)]?.verses[one.verse - 1];
  const reader = byEditor ? undefined : review;
  return {
    ...{ id, player, byEditor: byEditor || undefined, reviewed: byEditor || review !== undefined },
    ...{ reviewedBy: reader?.by, reviewedByName: reader?.name, reviewedAt: instantIn(reader?.at) },
    ...{ ...named(one), ...(text && { words: text }), submittedAt: instantIn(submittedAt) },
    movedFrom: date === undefined ? anything : movedFrom,
  };
}

/** The other dates of the same verse that are at most a year away, the nearest five of them, ascending. */
function alsoOn({ submissions, isWhole }: Stored, one: Submission): object {
  if (!isWhole) return {};
  const distance = ({ date = '' }: Submission) => Math.abs(daysBetween(one.date ?? '', date));
  const equal = submissions.filter((other) => other !== one && other.date !== undefined && isSameVerse(other, one));
  const near = equal.filter((other) => distance(other) <= 366).sort((a, b) => distance(a) - distance(b));
  const ofDates = new Map(near.map((other) => [other.date, distance(other)]));
  const last = [...ofDates.values()][Math.min(near.length, 5) - 1] ?? 0;
  // Of two at the same distance, either is the fifth.
  const areNearest = (shown: readonly string[]) =>
    shown.length === Math.min(near.length, 5) &&
    shown.every((date, index) => date > (shown[index - 1] ?? '') && Number(ofDates.get(date)) <= last) &&
    near.every((other) => distance(other) >= last || shown.includes(other.date ?? ''));
  return {
    alsoOn: property(`the nearest of ${[...ofDates.keys()]}, ascending`, areNearest),
    alsoOnMore: near.length > 5 ? near.length - 5 : undefined,
  };
}

/** A blocked date with a verse of the editor's own is reserved, and has its label, too. */
function dayOf(stored: Stored, date: string): Day & { readonly state?: string } {
  const [one, label] = [submissionOn(stored, date), stored.blocked[date]];
  const latestChange = latestShown(stored, date);
  if (one === undefined && label === undefined && !stored.isWhole) return { date, latestChange };
  const state = one !== undefined ? 'reserved' : label !== undefined ? 'blocked' : 'free';
  const isShown = one !== undefined && exists(one);
  const submission = isShown ? { ...shownToOperator(stored, one), ...alsoOn(stored, one) } : undefined;
  return { date, state, latestChange, label, submission };
}

/** The latest change of a date, or of the `pause`: its number in the record, and who made it. */
function latestShown(stored: Stored, concerned: string): Expected {
  const latest = latestChange(stored, concerned);
  if (latest === undefined) return stored.isWhole ? { id: 0, actor: undefined, action: undefined } : anything;
  const { id = anything, actor, actorName, action } = latest;
  return { id, actor, actorName, action };
}

interface Day {
  readonly date: string;
  readonly latestChange?: Expected;
  readonly label?: string | undefined;
  readonly submission?: object | undefined;
}

/** The record names the verse that was set, whose id the response shows. */
function learnedDays(stored: Stored, days: readonly Day[]): Stored {
  return days.reduce((before, { date, submission, latestChange }) => {
    const next = learnedLatest(before, date, latestChange as { id: number });
    const one = submissionOn(next, date);
    if (one === undefined || submission === undefined) return next;
    const { id } = submission as { readonly id: number };
    const changes = next.changes.map((each) =>
      each.action === 'set' && each.dates[0] === date ? { ...each, submission: each.submission ?? id } : each,
    );
    return learned({ ...next, changes }, [one], [submission]);
  }, stored);
}

type Dates = readonly (string | undefined)[];

/** `days` has the dates concerned, ascending, as they are now. */
function days(stored: Stored, dates: Dates): { readonly body: { readonly days: Expected } } {
  const shown = [...new Set(dates)].filter((date) => date !== undefined && date >= '2000-01-01').sort();
  return { body: { days: shown.map((date) => dayOf(stored, date ?? '')) } };
}

/** A change that was made, or that was made already. */
function changedDays(next: Stored, dates: Dates, says?: string): Partial<Answer> {
  return { ...(says && { says }), status: 200, ...days(next, dates), next: (shown) => learnedDays(next, shown.days) };
}

const again = 'If the latest change of its dates is the one that the same operator made by';

type SeenDate = Schemas['SeenDate'];
/** A change as the record will have it. */
type AskedChange = Pick<Change, 'action' | 'dates' | 'submission' | 'otherSubmission'>;

/**
 * Whether the operator saw the latest change of all dates; or whether it is this very change, which is
 * sent again: then the response is that of the first time.
 */
function compare(question: Question, seen: readonly SeenDate[], change: AskedChange): 'seen' | 'repeated' | 'unseen' {
  const { stored, members } = question;
  if (seen.every(({ date, change }) => latestNumber(stored, date) === change)) return 'seen';
  const { action, dates, submission, otherSubmission } = change;
  const own = { action, submission, otherSubmission, note: members['note'], actor: userOf(question).id };
  const isOwn = (latest: Change | undefined) =>
    latest !== undefined &&
    Object.entries(own).every(([name, value]) => latest[name as keyof typeof own] === value) &&
    dates.join() === latest.dates.join();
  const concerned = dates.length === 0 ? ['pause'] : dates;
  return concerned.every((each) => isOwn(latestChange(stored, each))) ? 'repeated' : 'unseen';
}

/** What a change does, and its record. */
function recorded(question: Question, next: Partial<Stored>, change: AskedChange & Pick<Change, 'note'>): Stored {
  const { id: actor, name: actorName } = userOf(question);
  const { note } = question.members as { readonly note?: string };
  const stored = changed(question.stored, next);
  return { ...stored, changes: [...stored.changes, { note, ...change, actor, actorName, at: anytime }] };
}

// Changes of what is on dates

type Members = Partial<Schemas['Move'] & Schemas['Withdrawal'] & Schemas['Review']>;

/** The submission of the path, and what is asked. */
function ofPath({ stored, path, members }: Question): Members & { readonly one: Submission } {
  const id = integerOf(path['id']);
  const one = stored.submissions.find((each) => each.id === id && id !== undefined) as Submission;
  return { ...(members as Members), one };
}

function withOne(question: Question, members: Partial<Submission>): Pick<Stored, 'submissions'> {
  return { submissions: withSubmission(question.stored, ofPath(question).one, members).submissions };
}

const exist: Decide = (question) => ofPath(question).one !== undefined;

/** What an operator asks for, and how the calendar stands to it. */
interface Asked {
  readonly change: AskedChange;
  /** The dates concerned, which the responses have. */
  readonly dates: Dates;
  readonly seen: readonly (SeenDate | undefined)[];
  /** Whether the verses are where the operator saw them. */
  readonly isHere?: boolean;
  /** Whether the change does just what is stored already. */
  readonly isSame?: boolean;
  /** The sentence by which there is nothing left to do. */
  readonly isDone?: string | false;
  /** Those that must not be frozen; by default those of the change. */
  readonly unfrozen?: Dates;
  /** Which verses come on which dates; undefined stands for a new one of the editor's own. */
  readonly placed: readonly (readonly [Submission | undefined, string])[];
  /** Those that are stored then; by default the same on their new dates. */
  readonly submissions?: () => readonly Submission[];
}

/** The checks of a change, of which each operation has some. */
function checksOf(read: (question: Question) => Asked): Checks {
  const conflictIf =
    (isWrong: (asked: Asked, question: Question) => boolean): Decide =>
    (question) => {
      const asked = read(question);
      return isWrong(asked, question) ? days(question.stored, asked.dates) : true;
    };
  return {
    exists: exist,
    seen: (question) => {
      const { change, dates, seen, isHere = true, isSame = true, isDone } = read(question);
      const { stored } = question;
      const named = seen.filter((each) => each !== undefined);
      const compared = compare(question, named, change);
      if (compared === 'repeated' && isSame) return changedDays(stored, dates, again);
      if (compared !== 'seen' || !isHere) return days(stored, dates);
      return isDone ? changedDays(stored, dates, isDone) : true;
    },
    unfrozen: conflictIf(({ change, unfrozen = change.dates }, question) =>
      unfrozen.some((date = '') => isFrozen(question, date)),
    ),
    unblocked: conflictIf(({ placed }, { stored }) =>
      placed.some(([one, date]) => stored.blocked[date] !== undefined && one?.byEditor === false),
    ),
    untaken: conflictIf(({ placed }, { stored }) =>
      placed.some(([, date]) => {
        const there = submissionOn(stored, date);
        return there !== undefined && !placed.some(([one]) => one === there);
      }),
    ),
    cooldown: conflictIf(({ placed }, { stored }) => placed.some(([one]) => hasOtherCooldown(stored, one))),
    changed: (question) => {
      const { change, dates, placed, submissions = () => moved(question.stored, placed) } = read(question);
      return changedDays(recorded(question, { submissions: submissions() }, change), dates);
    },
  };
}

function hasOtherCooldown({ submissions }: Stored, one: Submission | undefined): boolean {
  const isOther = (each: Submission) => each !== one && each.player === one?.player && !each.cooldownEnded;
  const isNear = (each: Submission) => Math.abs(each.submittedAt.to - Number(one?.submittedAt.to)) < cooldown;
  return one?.player !== undefined && submissions.some((each) => isOther(each) && isNear(each));
}

/** `movedFrom` is the date of the 201, if it is another one. The cooldown of a withdrawn verse counts again. */
function moved({ submissions }: Stored, placed: Asked['placed']): Submission[] {
  return submissions.map((each) => {
    const [, date] = placed.find(([one]) => one === each) ?? [];
    if (date === undefined) return each;
    const first = each.movedFrom ?? each.date ?? each.withdrawnFrom;
    const movedFrom = first === date ? undefined : first;
    return { ...each, date, movedFrom, withdrawnFrom: undefined, withdrawnAt: undefined, cooldownEnded: false };
  });
}

/** `swapWith` is a verse that need not exist. */
const moveSubmission: Checks = {
  ...checksOf((question) => {
    const { one, from, to, swapWith } = ofPath(question);
    const [left = '', date = ''] = [from?.date, to?.date];
    const other = question.stored.submissions.find(({ id }) => id === swapWith && id !== undefined);
    const action = swapWith === undefined ? 'move' : 'swap';
    return {
      change: { action, dates: [left, date], submission: one.id, otherSubmission: swapWith },
      dates: [left, date, one.date, other?.date],
      seen: [from, to],
      isHere: one.date === left && (swapWith === undefined || other?.date === date),
      placed: [[one, date], ...(other === undefined ? [] : [[other, left] as const])],
    };
  }),
  valid: (question) =>
    invalidMember(question, (name) => {
      const { from, to, swapWith } = question.members as Members;
      if (name === 'to' && to?.date !== undefined && to.date === from?.date) return messageFor('otherDate');
      return name === 'swapWith' && swapWith === integerOf(question.path['id']) ? messageFor(name) : undefined;
    }) ?? true,
};

const withdrawSubmission = checksOf((question) => {
  const { one, from, endCooldown: cooldownEnded = false } = ofPath(question);
  const { date = '' } = from ?? {};
  const isWithdrawn = one.withdrawnFrom === date;
  const isEnded = one.cooldownEnded || !cooldownEnded;
  const withdrawnAt = one.withdrawnAt ?? question.known.now;
  return {
    change: { action: 'withdraw', dates: [date], submission: one.id },
    dates: [date, one.date],
    seen: [from],
    isHere: one.date === date || isWithdrawn,
    isSame: isWithdrawn && one.cooldownEnded === cooldownEnded,
    isDone: isWithdrawn && isEnded && 'The cooldown of a withdrawn verse can be',
    unfrozen: one.date === undefined ? [] : [one.date],
    placed: [],
    submissions: () =>
      withOne(question, { date: undefined, withdrawnFrom: date, withdrawnAt, cooldownEnded }).submissions,
  };
});

const restoreSubmission = checksOf((question) => {
  const { one, from, to } = ofPath(question);
  const { date = '' } = to ?? {};
  return {
    change: { action: 'restore', dates: [date], submission: one.id },
    dates: [from?.date, date, one.date],
    seen: [from, to],
    isHere: one.withdrawnFrom === from?.date,
    placed: [[one, date]],
  };
});

const setVerse: Checks = {
  ...checksOf(({ stored, path: { date = '' }, members }) => {
    const there = submissionOn(stored, date);
    const { bookId, chapter, verse } = members as unknown as Verse;
    const own = { bookId, chapter, verse, date, player: undefined, submittedAt: anytime };
    return {
      change: { action: 'set', dates: [date], submission: there?.id },
      dates: [date],
      seen: [{ date, change: Number(members['change']) }],
      isSame: there?.byEditor === true && isSameVerse(there, members),
      placed: [[undefined, date]],
      submissions: () => [...stored.submissions, { ...own, cooldownEnded: false, byEditor: true }],
    };
  }),
  valid: (question) =>
    invalidMember(question, (name) =>
      ['bookId', 'chapter', 'verse'].includes(name) ? invalidVerse(question.members) : undefined,
    ) ?? true,
};

/** Of several editors who say that a verse is read, the first one counts. */
function reviewed(question: Question, one: Submission): Submission {
  const { id: by, name } = userOf(question);
  return one.byEditor || one.review !== undefined ? one : { ...one, review: { by, name, at: question.known.now } };
}

const reviewSubmission: Checks = {
  exists: exist,
  seen: (question) => {
    const { one, reviewed: isRead, reviewedAt } = ofPath(question);
    const { by, at } = one.review ?? {};
    if (by === undefined || by === userOf(question).id) return true;
    const shown = isRead || reviewedAt === undefined ? Number.NaN : instantOf(reviewedAt);
    return (at !== undefined && at.from <= shown && shown <= at.to) || days(question.stored, [one.date]);
  },
  changed: (question) => {
    const { one, reviewed: isRead } = ofPath(question);
    const change = withOne(question, isRead ? reviewed(question, one) : { review: undefined });
    return changedDays({ ...question.stored, ...change }, [one.date]);
  },
};

const reviewSubmissions: Checks = {
  changed: (question) => {
    const { stored, members } = question;
    const { to, newest } = members as unknown as Schemas['ReviewUpTo'];
    const isSeen = ({ id, date }: Submission) => id !== undefined && id <= newest && date !== undefined && date <= to;
    const submissions = stored.submissions.map((one) => (isSeen(one) ? reviewed(question, one) : one));
    const next = { ...stored, submissions };
    return { status: 200, body: stored.isWhole ? unread(question, next) : {}, next: () => next };
  },
};

/** The verses from today on that no editor has read. */
function unread(question: Question, { submissions }: Stored) {
  const dates = submissions.flatMap(({ date = '', byEditor, review }) =>
    date >= today(question) && !byEditor && review === undefined ? [date] : [],
  );
  return { unread: dates.length, firstUnread: dates.sort()[0] };
}

// Changes of many dates, and of the calendar

type Outcome = Schemas['DateOutcome']['outcome'];

/** What becomes of many dates, ascending. The note is the label, if all dates have the same. */
function ofMany(question: Question, action: 'block' | 'unblock'): Partial<Answer> {
  const { stored, members } = question;
  const { dates: seen, label } = members as { readonly dates: readonly SeenDate[]; readonly label?: string };
  const outcomeOf = ({ date, change }: SeenDate): Outcome | 'again' => {
    if (latestNumber(stored, date) !== change) {
      const latest = latestChange(stored, date);
      const isSame = action === 'unblock' || latest?.note === label;
      return latest?.action === action && latest.actor === userOf(question).id && isSame ? 'again' : 'unseen';
    }
    if ((stored.blocked[date] === undefined) === (action === 'unblock')) return 'unchanged';
    if (isFrozen(question, date)) return 'frozen';
    return action === 'block' && submissionOn(stored, date)?.byEditor === false ? 'taken' : 'done';
  };
  const outcomes = seen
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map((each) => ({ date: each.date, outcome: outcomeOf(each) }));
  const done = outcomes.flatMap(({ date, outcome }) => (outcome === 'done' ? [date] : []));
  const others = Object.entries(stored.blocked).filter(([date]) => !done.includes(date));
  const blocked = Object.fromEntries([
    ...others,
    ...done.flatMap((date) => (label === undefined ? [] : [[date, label]])),
  ]);
  const labels = [...new Set(done.map((date) => label ?? stored.blocked[date]))];
  const note = labels.length === 1 ? labels[0] : undefined;
  const next = done.length === 0 ? stored : recorded(question, { blocked }, { action, dates: done, note });
  return {
    says: '`outcome` is the first that holds',
    status: 200,
    body: {
      outcomes: outcomes.map(({ date, outcome }) => ({
        ...{ date, outcome: outcome === 'again' ? 'done' : outcome, day: dayOf(next, date) },
      })),
    },
    next: ({ outcomes: shown }) =>
      learnedDays(
        next,
        shown.map(({ day }: { readonly day: Day }) => day),
      ),
  };
}

/** "Different dates, in any order." */
const validDates: Decide = (question) =>
  invalidMember(question, (name) => {
    const dates = [question.members['dates']].flat().map((each) => (each as SeenDate | undefined)?.date);
    return name === 'dates' && new Set(dates).size < dates.length ? messageFor('dates') : undefined;
  }) ?? true;

const blockDates: Checks = { valid: validDates, changed: (question) => ofMany(question, 'block') };
const unblockDates: Checks = { valid: validDates, changed: (question) => ofMany(question, 'unblock') };

/** Whether the calendar is paused, and the latest change of that. */
function pauseState(stored: Stored): Partial<Answer> {
  return {
    body: { paused: stored.isPaused, pauseChange: latestShown(stored, 'pause') },
    next: ({ pauseChange }) => learnedLatest(stored, 'pause', pauseChange),
  };
}

const setPause: Checks = {
  seen: (question) => {
    const { stored } = question;
    const { seen, change } = pauseOf(question);
    const compared = compare(question, seen, change);
    if (compared === 'repeated') return { says: again, status: 200, ...pauseState(stored) };
    return compared === 'seen' || pauseState(stored);
  },
  changed: (question) => {
    const { stored } = question;
    const { isPaused, change } = pauseOf(question);
    const next = stored.isPaused === isPaused ? stored : recorded(question, { isPaused }, change);
    return { status: 200, ...pauseState(next) };
  },
};

function pauseOf({ members }: Question) {
  const isPaused = members['paused'] === true;
  const change = { action: isPaused ? 'pause' : 'resume', dates: [] };
  return { isPaused, change, seen: [{ date: 'pause', change: Number(members['change']) }] };
}

// Reads

/** The first and the last date of a range; undefined if it is empty or too long. */
function rangeOf(question: Question): { readonly first: string; readonly last: string } | undefined {
  const { from, to } = question.query;
  const first = from ?? today(question);
  const furthest = [addDays(first, 365), '9999-12-31'].sort()[0] ?? '';
  if (to) return to < first || to > furthest ? undefined : { first, last: to };
  const { horizon = Number.POSITIVE_INFINITY } = daysOf(question);
  const last = horizon > 99_999 ? furthest : addDays(today(question), horizon);
  return { first, last: last < first || last > furthest ? furthest : last };
}

const range: Decide = (question) => rangeOf(question) !== undefined;

function inRange(question: Question): string[] {
  const { first = '', last = '' } = rangeOf(question) ?? {};
  return datesFrom(first, last);
}

/** How the calendar stands as a whole. */
function overview(question: Question): object {
  const { stored } = question;
  const { lead, horizon, repeat: repeatDays } = daysOf(question);
  if (!stored.isWhole || lead === undefined || horizon === undefined) return {};
  const lastBookable = addDays(today(question), horizon);
  const coming = datesFrom(today(question), lastBookable);
  const reserved = coming.filter((date) => submissionOn(stored, date) !== undefined).length;
  let covered = today(question);
  while (isTaken(stored, covered)) covered = addDays(covered, 1);
  return {
    ...{ firstBookable: addDays(today(question), lead), lastBookable, repeatDays, reservedDates: reserved },
    ...{ freeDates: freeDates(question, { lead, horizon }).length, ...unread(question, stored) },
    blockedDates: coming.filter((date) => isTaken(stored, date)).length - reserved,
    coveredUntil: covered === today(question) ? undefined : addDays(covered, -1),
  };
}

const getCalendar: Checks = {
  range,
  read: (question) => {
    const { stored } = question;
    const role = userOf(question).roles.includes('calendar-editor') ? 'calendar-editor' : 'calendar-viewer';
    const frozen = { today: today(question), frozenUntil: frozenUntil(question) };
    return {
      says: 'The dates of a range, each with what is on it',
      status: 200,
      body: {
        ...overview(question),
        ...days(stored, inRange(question)).body,
        ...(pauseState(stored).body as object),
        role,
        ...frozen,
      },
      next: ({ today, firstBookable, lastBookable, repeatDays: repeat, days, pauseChange }) => {
        const [lead = 0, horizon = 0] = [firstBookable, lastBookable].map((date) => daysBetween(today, date));
        const next = seeing(stored, { days: { ...stored.seen.days, lead, horizon, repeat } });
        return learnedDays(learnedLatest(next, 'pause', pauseChange), days);
      },
    };
  },
};

const getCalendarCsv: Checks = {
  range,
  read: (question) => {
    const days = inRange(question).map((date) => dayOf(question.stored, date));
    const beginnings = days.map(({ date, state }) => (state === undefined ? `${date},` : `${date},${state},`));
    const isTable = (table: string) => {
      const [header = '', ...rows] = table.trimEnd().split('\r\n');
      const areRows = rows.length === days.length && rows.every((row, at) => row.startsWith(beginnings[at] ?? ''));
      return header.startsWith('date,state,label,') && areRows;
    };
    const body = property('a header row, and a row for each date', isTable);
    return { says: 'The dates of a range as a CSV file (RFC 4180)', status: 200, body };
  },
};

const getCalendarIcs: Checks = {
  range,
  read: (question) => {
    const taken = inRange(question).filter((date) => isTaken(question.stored, date));
    const isOf = (events: string, date: string) => events.includes(`DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`);
    const body = property(`an event for each of ${taken.length} dates`, (events: string) => {
      const count = events.split('BEGIN:VEVENT').length - 1;
      return taken.every((date) => isOf(events, date)) && (count === taken.length || !question.stored.isWhole);
    });
    return { says: 'The reserved and the blocked dates of a range as an iCalendar file', status: 200, body };
  },
};

const findBlockedDates: Checks = {
  read: (question) => {
    const { stored, query } = question;
    const text = (query['label'] ?? '').toUpperCase();
    const dates = Object.entries(stored.blocked)
      .filter(([date, label]) => date >= today(question) && label.toUpperCase().includes(text))
      .map(([date, label]) => ({ date, label, latestChange: latestShown(stored, date) }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));
    return { status: 200, body: stored.isWhole ? { dates: dates.slice(0, 400), more: dates.length > 400 } : {} };
  },
};

const findSubmissions: Checks = {
  read: ({ stored, query: { player, verse, text, withdrawn, unread, before } }) => {
    // Which verses have some words is for `findVerses` to say.
    if (!stored.isWhole || text) return { status: 200, body: {} };
    const fitting = stored.submissions.filter((one) => {
      const codes = [one.bookId, one.chapter, one.verse];
      return (
        [null, one.player].includes(player ?? null) &&
        (!verse || verse.split('.').every((part, index) => part === String(codes[index]))) &&
        (withdrawn !== 'true' || one.date === undefined) &&
        (unread !== 'true' || (!one.byEditor && one.review === undefined)) &&
        (!before || (one.id ?? 0) < Number(before))
      );
    });
    const page = fitting.slice(-50).reverse();
    const shown = page.filter(exists);
    const next = fitting.length > page.length ? (page.at(-1)?.id ?? anything) : undefined;
    return {
      says: 'The submissions that all given parameters fit, newest first',
      status: 200,
      body: { count: fitting.length, submissions: shown.map((one) => found(stored, one)), before: next },
      next: ({ submissions }) => learned(stored, shown, submissions),
    };
  },
};

function found(stored: Stored, one: Submission): Expected {
  const { date, withdrawnAt, withdrawnFrom } = one;
  const isOf = ({ action, submission }: Change) => action === 'withdraw' && submission === one.id;
  const withdrawal = date === undefined ? stored.changes.findLast(isOf) : undefined;
  return {
    ...{ ...shownToOperator(stored, one), date, withdrawnFrom, withdrawnAt: instantIn(withdrawnAt) },
    ...{ withdrawnBy: withdrawal?.actor, withdrawnByName: withdrawal?.actorName, withdrawalNote: withdrawal?.note },
    latestChange: latestShown(stored, date ?? withdrawnFrom ?? ''),
  };
}

const listChanges: Checks = {
  read: ({ stored, query: { before, action, month, date, actor } }) => {
    if (!stored.isWhole || before || month) return { status: 200, body: {} };
    const fitting = stored.changes.filter(
      (one) =>
        [null, one.action].includes(action ?? null) &&
        [null, one.actor].includes(actor ?? null) &&
        (!date || one.dates.includes(date)),
    );
    const changes = fitting
      .slice(-50)
      .reverse()
      .map((one) => shownChange(stored, one));
    const says = 'The record of changes, newest first, at most 50 at a time';
    return { says, status: 200, body: { changes, before: fitting.length > 50 ? anything : undefined } };
  },
};

/** Of more than two dates, the first and the last, and `dateCount` says how many. */
function shownChange({ submissions }: Stored, change: Change): Expected {
  const { action, actor, actorName, dates, submission, otherSubmission, note } = change;
  const referenceTo = (id: number | undefined) => {
    const one = submissions.find((each) => each.id === id && id !== undefined);
    return one && exists(one) ? referenceOf(one) : undefined;
  };
  const isLong = dates.length > 2;
  return {
    ...{ action, actor, actorName: action === 'erase' ? anything : actorName, note },
    ...{ dates: isLong ? [dates[0], dates.at(-1)] : dates, dateCount: isLong ? dates.length : undefined },
    ...{ submission, reference: referenceTo(submission) },
    ...{ otherSubmission, otherReference: referenceTo(otherSubmission) },
  };
}

export const deskChecks = {
  ...{ getCalendar, getCalendarCsv, getCalendarIcs, findSubmissions, findBlockedDates, listChanges },
  ...{ moveSubmission, withdrawSubmission, restoreSubmission, reviewSubmission, reviewSubmissions },
  ...{ setVerse, blockDates, unblockDates, setPause },
};
