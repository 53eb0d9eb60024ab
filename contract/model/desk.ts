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

function learnedDays(stored: Stored, days: readonly Day[]): Stored {
  return days.reduce((before, { date, submission, latestChange }) => {
    const next = learnedLatest(before, date, latestChange as { id: number });
    const one = submissionOn(next, date);
    return one === undefined || submission === undefined ? next : learned(next, [one], [submission]);
  }, stored);
}

type Dates = readonly (string | undefined)[];

/** `days` has the dates concerned, ascending, as they are now. */
function days(stored: Stored, dates: Dates): { readonly body: { readonly days: Expected } } {
  const shown = [...new Set(dates)].filter((date) => date !== undefined && date >= '2000-01-01').sort();
  return { body: { days: shown.map((date) => dayOf(stored, date ?? '')) } };
}

/** A check that rejects a change of dates, if something is wrong. */
function conflictIf(isWrong: boolean, { stored }: Question, dates: Dates): true | Partial<Answer> {
  return isWrong ? days(stored, dates) : true;
}

/** A change that was made, or that was made already. */
function changedDays(next: Stored, dates: Dates, says?: string): Partial<Answer> {
  return { ...(says && { says }), status: 200, ...days(next, dates), next: (shown) => learnedDays(next, shown.days) };
}

const again = 'If the latest change of its dates is the one that the same operator made by';

type SeenDate = Schemas['SeenDate'];
/** What an operator asks for, as the record will have it. */
type AskedChange = Pick<Change, 'action' | 'dates' | 'submission' | 'otherSubmission'> & { readonly isSame?: boolean };

/**
 * Whether the operator saw the latest change of all dates; or whether it is this very change, which is
 * sent again: then the response is that of the first time.
 */
function compare(question: Question, seen: readonly SeenDate[], asked: AskedChange): 'seen' | 'repeated' | 'unseen' {
  const { stored, members } = question;
  if (seen.every(({ date, change }) => latestNumber(stored, date) === change)) return 'seen';
  const { action, dates, submission, otherSubmission, isSame = true } = asked;
  const own = { action, submission, otherSubmission, note: (members as { readonly note?: string }).note };
  const isOwn = (change: Change | undefined) =>
    change?.actor === userOf(question).id &&
    Object.entries(own).every(([name, value]) => change[name as keyof typeof own] === value) &&
    dates.join() === change.dates.join();
  const concerned = dates.length === 0 ? ['pause'] : dates;
  return isSame && concerned.every((each) => isOwn(latestChange(stored, each))) ? 'repeated' : 'unseen';
}

/**
 * @param dates those that the responses have
 * @param isHere whether the verses are where the change has them
 */
function ifSeen(question: Question, seen: readonly SeenDate[], asked: AskedChange, dates: Dates, isHere = true) {
  const compared = compare(question, seen, asked);
  if (compared === 'repeated') return changedDays(question.stored, dates, again);
  return conflictIf(compared === 'unseen' || !isHere, question, dates);
}

/** What a change does, and its record. */
function recorded(question: Question, action: string, change: Partial<Stored>, more: Partial<Change> = {}): Stored {
  const { id: actor, name: actorName } = userOf(question);
  const next = changed(question.stored, change);
  const { note } = question.members as { readonly note?: string };
  return { ...next, changes: [...next.changes, { dates: [], note, ...more, action, actor, actorName, at: anytime }] };
}

// Changes of one submission

type Asked = Partial<Schemas['Move'] & Schemas['Withdrawal'] & Schemas['Review']>;

/** The submission of the path, and what is asked. */
function ofPath({ stored, path, members }: Question): Asked & { readonly one: Submission } {
  const id = integerOf(path['id']);
  const one = stored.submissions.find((each) => each.id === id && id !== undefined) as Submission;
  return { ...(members as Asked), one };
}

function withOne(question: Question, members: Partial<Submission>): Pick<Stored, 'submissions'> {
  return { submissions: withSubmission(question.stored, ofPath(question).one, members).submissions };
}

const exist: Decide = (question) => ofPath(question).one !== undefined;

/** `movedFrom` is the date of the 201, if it is another one. */
function movedTo({ date, withdrawnFrom, movedFrom }: Submission, to: string): Partial<Submission> {
  const first = movedFrom ?? date ?? withdrawnFrom;
  return { date: to, movedFrom: first === to ? undefined : first };
}

/** The verse that a move swaps with, which need not exist, and the dates concerned. */
function swapOf(question: Question) {
  const { one, from: seenFrom, to: seenTo, swapWith } = ofPath(question);
  const [from, to] = [seenFrom?.date ?? '', seenTo?.date ?? ''];
  const other = question.stored.submissions.find(({ id }) => id === swapWith && id !== undefined);
  const isHere = one.date === from && (swapWith === undefined || other?.date === to);
  const seen = [seenFrom, seenTo].filter((each) => each !== undefined);
  const action = swapWith === undefined ? 'move' : 'swap';
  const asked = { action, dates: [from, to], submission: one.id, otherSubmission: swapWith };
  return { one, from, to, other, isHere, seen, asked, dates: [from, to, one.date, other?.date] };
}

const moveSubmission: Checks = {
  valid: (question) =>
    invalidMember(question, (name) => {
      const { from, to, swapWith } = question.members as Partial<Schemas['Move']>;
      if (name === 'to' && to?.date !== undefined && to.date === from?.date) return messageFor('otherDate');
      return name === 'swapWith' && swapWith === integerOf(question.path['id']) ? messageFor(name) : undefined;
    }) ?? true,
  exists: exist,
  seen: (question) => {
    const { seen, asked, dates, isHere } = swapOf(question);
    return ifSeen(question, seen, asked, dates, isHere);
  },
  unfrozen: (question) => {
    const { from, to, dates } = swapOf(question);
    return conflictIf(isFrozen(question, from) || isFrozen(question, to), question, dates);
  },
  unblocked: (question) => {
    const { one, other, from, to, dates } = swapOf(question);
    const isKeptOff = (date: string, verse: Submission | undefined) =>
      question.stored.blocked[date] !== undefined && verse?.byEditor === false;
    return conflictIf(isKeptOff(to, one) || isKeptOff(from, other), question, dates);
  },
  untaken: (question) => {
    const { to, other, dates } = swapOf(question);
    return conflictIf(other === undefined && submissionOn(question.stored, to) !== undefined, question, dates);
  },
  changed: (question) => {
    const { one, other, from, to, asked, dates } = swapOf(question);
    const submissions = question.stored.submissions.map((each) => {
      if (each !== one && each !== other) return each;
      return { ...each, ...movedTo(each, each === one ? to : from) };
    });
    return changedDays(recorded(question, asked.action, { submissions }, asked), dates);
  },
};

const withdrawSubmission: Checks = {
  exists: exist,
  seen: (question) => {
    const { one, from, endCooldown = false } = ofPath(question);
    const { date } = from as SeenDate;
    const isWithdrawn = one.withdrawnFrom === date;
    const isSame = isWithdrawn && one.cooldownEnded === endCooldown;
    const asked = { action: 'withdraw', dates: [date], submission: one.id, isSame };
    const compared = ifSeen(question, [from as SeenDate], asked, [date, one.date], one.date === date || isWithdrawn);
    const isDone = compared === true && isWithdrawn && (one.cooldownEnded || !endCooldown);
    return isDone
      ? changedDays(question.stored, [date, one.date], 'The cooldown of a withdrawn verse can be')
      : compared;
  },
  unfrozen: (question) => {
    const { one, from } = ofPath(question);
    return conflictIf(one.date !== undefined && isFrozen(question, one.date), question, [from?.date, one.date]);
  },
  changed: (question) => {
    const { one, from, endCooldown: cooldownEnded = false } = ofPath(question);
    const { date } = from as SeenDate;
    const withdrawnAt = one.withdrawnAt ?? question.known.now;
    const change = withOne(question, { date: undefined, withdrawnFrom: date, withdrawnAt, cooldownEnded });
    return changedDays(recorded(question, 'withdraw', change, { dates: [date], submission: one.id }), [date]);
  },
};

/** The submission of the path, where it was withdrawn, and where it is to be. */
function restorationOf(question: Question) {
  const { one, from, to } = ofPath(question);
  const seen = [from, to] as SeenDate[];
  const [left, date] = [from?.date ?? '', to?.date ?? ''];
  return { one, seen, left, to: date, dates: [left, date, one.date] };
}

const restoreSubmission: Checks = {
  exists: exist,
  seen: (question) => {
    const { one, seen, left, to, dates } = restorationOf(question);
    const asked = { action: 'restore', dates: [to], submission: one.id };
    return ifSeen(question, seen, asked, dates, one.withdrawnFrom === left);
  },
  unfrozen: (question) => {
    const { to, dates } = restorationOf(question);
    return conflictIf(isFrozen(question, to), question, dates);
  },
  unblocked: (question) => {
    const { one, to, dates } = restorationOf(question);
    return conflictIf(question.stored.blocked[to] !== undefined && !one.byEditor, question, dates);
  },
  untaken: (question) => {
    const { to, dates } = restorationOf(question);
    return conflictIf(submissionOn(question.stored, to) !== undefined, question, dates);
  },
  cooldown: (question) => {
    const { one, dates } = restorationOf(question);
    const isNear = (each: Submission) => Math.abs(each.submittedAt.to - one.submittedAt.to) < cooldown;
    const others = question.stored.submissions.filter((each) => each !== one && each.player === one.player);
    const isOnCooldown = one.player !== undefined && others.some((each) => !each.cooldownEnded && isNear(each));
    return conflictIf(isOnCooldown, question, dates);
  },
  changed: (question) => {
    const { one, to, dates } = restorationOf(question);
    const place = { ...movedTo(one, to), withdrawnFrom: undefined, withdrawnAt: undefined, cooldownEnded: false };
    const change = withOne(question, place);
    return changedDays(recorded(question, 'restore', change, { dates: [to], submission: one.id }), dates);
  },
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
    const isNamed =
      !isRead &&
      at !== undefined &&
      reviewedAt !== undefined &&
      at.from <= instantOf(reviewedAt) &&
      instantOf(reviewedAt) <= at.to;
    return conflictIf(by !== undefined && by !== userOf(question).id && !isNamed, question, [one.date]);
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

// Changes of dates

const unfrozen: Decide = (question) => {
  const { date = '' } = question.path;
  return conflictIf(isFrozen(question, date), question, [date]);
};

const setVerse: Checks = {
  valid: (question) =>
    invalidMember(question, (name) =>
      ['bookId', 'chapter', 'verse'].includes(name) ? invalidVerse(question.members) : undefined,
    ) ?? true,
  seen: (question) => {
    const { date = '' } = question.path;
    const there = submissionOn(question.stored, date);
    const isSame = there?.byEditor === true && isSameVerse(there, question.members);
    const seen = { date, change: Number(question.members['change']) };
    return ifSeen(question, [seen], { action: 'set', dates: [date], submission: there?.id, isSame }, [date]);
  },
  unfrozen,
  untaken: (question) => {
    const { date } = question.path;
    return conflictIf(submissionOn(question.stored, date) !== undefined, question, [date]);
  },
  changed: (question) => {
    const { stored, path, members } = question;
    const { date = '' } = path;
    const { bookId, chapter, verse } = members as unknown as Verse;
    const own = { bookId, chapter, verse, date, player: undefined, submittedAt: anytime };
    const submissions = [...stored.submissions, { ...own, cooldownEnded: false, byEditor: true }];
    const next = recorded(question, 'set', { submissions }, { dates: [date] });
    return { ...changedDays(next, [date]), next: (shown) => withId(learnedDays(next, shown.days), date) };
  },
};

/** The record names the submission whose id the response has shown. */
function withId(stored: Stored, date: string): Stored {
  const last = { ...(stored.changes.at(-1) as Change), submission: submissionOn(stored, date)?.id };
  return { ...stored, changes: stored.changes.with(-1, last) };
}

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
  const next = done.length === 0 ? stored : recorded(question, action, { blocked }, { dates: done, note });
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
    const { stored, members } = question;
    const seen = [{ date: 'pause', change: Number(members['change']) }];
    const asked = { action: members['paused'] === true ? 'pause' : 'resume', dates: [] };
    const compared = compare(question, seen, asked);
    if (compared === 'repeated') return { says: again, status: 200, ...pauseState(stored) };
    return compared === 'seen' || pauseState(stored);
  },
  changed: (question) => {
    const { stored, members } = question;
    const isPaused = members['paused'] === true;
    const next =
      stored.isPaused === isPaused ? stored : recorded(question, isPaused ? 'pause' : 'resume', { isPaused });
    return { status: 200, ...pauseState(next) };
  },
};

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
