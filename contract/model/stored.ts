import { submitVerseOperation } from '../../src/generated/operations.ts';

/**
 * An instant of which only bounds are known, in microseconds since the epoch. Once a response has
 * shown it, both bounds are it.
 */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const millisecond = 1_000;
export const second = 1_000 * millisecond;
export const day = 24 * 3_600 * second;
export const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown).total('milliseconds') * millisecond;
/** An instant of which nothing is known. */
export const anytime: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export function exactly(instant: number): Span {
  return { from: instant, to: instant };
}

/** Another program may store microseconds. They are rounded up, so that no cooldown ends too early. */
export function rounded(instant: number): number {
  return Math.ceil(instant / millisecond) * millisecond;
}

/** An instant as the contracts write it. */
export function textOf(instant: number): string {
  return new Date(rounded(instant) / millisecond).toISOString();
}

export function instantOf(text: string): number {
  return Date.parse(text) * millisecond;
}

/** A date (UTC), YYYY-MM-DD. */
export function dateOf(instant: number): string {
  return textOf(Math.floor(instant / millisecond) * millisecond).slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function daysBetween(first: string, last: string): number {
  return Temporal.PlainDate.from(first).until(last).days;
}

/** Every date from one to another, both included. */
export function datesFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, days) => addDays(first, days));
}

export function isDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

export interface Verse {
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
}

export interface Submission extends Verse {
  /** Undefined until a response shows it. */
  readonly id?: number | undefined;
  /** The player's id; undefined for a random one, which is nobody's, until a response shows it. */
  readonly player: string | undefined;
  /** Undefined for a withdrawn one. */
  readonly date?: string | undefined;
  /** The date of the 201, if the operator has moved it to another one. */
  readonly movedFrom?: string | undefined;
  readonly withdrawnFrom?: string | undefined;
  readonly withdrawnAt?: Span | undefined;
  readonly submittedAt: Span;
  readonly windowText?: string | undefined;
  readonly key?: string | undefined;
  readonly cooldownEnded: boolean;
  readonly byEditor: boolean;
  /** Who has read it, and when; undefined if nobody has. */
  readonly review?: { readonly by: string; readonly name?: string | undefined; readonly at: Span } | undefined;
}

/** A change in the record. */
export interface Change {
  /** Its number; undefined until a response shows it. */
  readonly id?: number | undefined;
  readonly action: string;
  readonly actor: string;
  readonly actorName?: string | undefined;
  readonly at: Span;
  /** Of a move or a swap, the date from which the verse went comes first. */
  readonly dates: readonly string[];
  readonly submission?: number | undefined;
  readonly otherSubmission?: number | undefined;
  readonly note?: string | undefined;
}

/** What a server has stored, as far as that is known, and what its responses have shown of it. */
export interface Stored {
  /** As `completion` writes them. */
  readonly completions: ReadonlySet<string>;
  /** In the order in which they came. */
  readonly submissions: readonly Submission[];
  /** The labels by date. */
  readonly blocked: Readonly<Record<string, string>>;
  readonly isPaused: boolean;
  /** The record, oldest first. */
  readonly changes: readonly Change[];
  /** The ids of erased players, which no response shows any more. */
  readonly erased: readonly string[];
  /** Whether that is all: otherwise others may have verses and blocked dates, too. */
  readonly isWhole: boolean;
  readonly seen: Seen;
}

/** What responses have shown of what the server chooses, or of what others have stored. */
export interface Seen {
  /** The text of chapters, as `passage` names them. */
  readonly texts: Readonly<Record<string, { readonly translation: string; readonly verses: readonly string[] }>>;
  /** The references that were found, by the words without case, punctuation and figures. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  /** The last ETag of each target, and the body that it had. */
  readonly tags: Readonly<Record<string, { readonly tag: string; readonly text: string }>>;
  /** The latest ids that the server made for requests. */
  readonly ids: readonly string[];
  /** Windows, by the date on which they were shown. */
  readonly windows: readonly { readonly today: string; readonly first: string; readonly last: string }[];
  readonly days: Partial<Days>;
  /** The number of the latest change, by its date, or of the `pause`. */
  readonly latest: Readonly<Record<string, number>>;
  /** What is said of the calendar until it changes. */
  readonly calendar: Opening;
  /** The date that each verse would get, by its reference, until the calendar changes. */
  readonly forecasts: Readonly<Record<string, string>>;
}

/** What is said of the calendar to players. Without `accepting`, nothing is known. */
export interface Opening {
  readonly accepting?: boolean;
  readonly nextFreeDate?: string | undefined;
  readonly acceptingFrom?: string | undefined;
}

/** What the operator sets, in days. */
export interface Days {
  readonly lead: number;
  readonly window: number;
  readonly horizon: number;
  readonly repeat: number;
}

/** What is known of the server that responds. */
export interface Known {
  /** When it responds, by its clock. */
  readonly now: Span;
  /** Unknown ones are absent: what responses show counts instead. */
  readonly days?: Partial<Days>;
  /** With which secret its tokens are signed, or else which ones it accepts. */
  readonly secret?: string | undefined;
  readonly tokens?: readonly string[];
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  /** Whether the last check of each operation fails, since the run has hidden what the server reads. */
  readonly isBroken?: boolean;
  /** What was stored within the last second, and when: reads for players may be as old. */
  readonly earlier?: readonly { readonly stored: Stored; readonly now: number }[];
}

export const nothing: Stored = {
  completions: new Set(),
  submissions: [],
  blocked: {},
  isPaused: false,
  changes: [],
  erased: [],
  isWhole: true,
  seen: { texts: {}, found: {}, tags: {}, ids: [], windows: [], days: {}, latest: {}, calendar: {}, forecasts: {} },
};

export function completion(player: string, date: string): string {
  return `${date} ${player}`;
}

export function seeing(stored: Stored, seen: Partial<Seen>): Stored {
  return { ...stored, seen: { ...stored.seen, ...seen } };
}

/** After a change of the calendar: what was said of it counts no longer. */
export function changed(stored: Stored, change: Partial<Stored>): Stored {
  return { ...seeing(stored, { calendar: {}, forecasts: {} }), ...change };
}

/** With other members of one submission; what responses show is no change of the calendar. */
export function withSubmission(stored: Stored, one: Submission, members: Partial<Submission>): Stored {
  return {
    ...stored,
    submissions: stored.submissions.map((each) => (each === one ? { ...each, ...members } : each)),
  };
}

/** A span, if a response has shown which millisecond it ends with; the instant is rounded up. */
export function narrowed(known: Span, shown: number): Span {
  return known.to - known.from < millisecond ? known : { from: shown - millisecond + 1, to: shown };
}

/** What the items of a list show of submissions, which was not known yet. */
export function learned(stored: Stored, ones: readonly Submission[], items: readonly object[]): Stored {
  return ones.reduce((next, one, index) => {
    const { id, player, submittedAt, withdrawnAt, reviewedAt } = items[index] as Readonly<Record<string, never>>;
    const at = (known: Span, shown: string | undefined) =>
      shown === undefined ? known : narrowed(known, instantOf(shown));
    return withSubmission(next, one, {
      id: one.id ?? id,
      player: one.player ?? player,
      submittedAt: at(one.submittedAt, submittedAt),
      withdrawnAt: one.withdrawnAt && at(one.withdrawnAt, withdrawnAt),
      review: one.review && { ...one.review, at: at(one.review.at, reviewedAt) },
    });
  }, stored);
}

/** The latest change of a date, or of the `pause`. */
export function latestChange({ changes }: Stored, concerned: string): Change | undefined {
  return changes.findLast(({ action, dates }) =>
    concerned === 'pause' ? action === 'pause' || action === 'resume' : dates.includes(concerned),
  );
}

/** Its number; undefined if no response has shown it. */
export function latestNumber(stored: Stored, concerned: string): number | undefined {
  const latest = latestChange(stored, concerned);
  return latest === undefined ? (stored.seen.latest[concerned] ?? 0) : latest.id;
}

/** After a response that shows the latest change of a date, or of the `pause`. */
export function learnedLatest(stored: Stored, concerned: string, shown: { readonly id: number }): Stored {
  const latest = latestChange(stored, concerned);
  const changes = stored.changes.map((each) => (each === latest ? { ...each, id: each.id ?? shown.id } : each));
  return seeing({ ...stored, changes }, { latest: { ...stored.seen.latest, [concerned]: shown.id } });
}

export function submissionOn(stored: Stored, date: string | undefined): Submission | undefined {
  return date === undefined ? undefined : stored.submissions.find((each) => each.date === date);
}

export function isTaken(stored: Stored, date: string): boolean {
  return stored.blocked[date] !== undefined || submissionOn(stored, date) !== undefined;
}

export function isSameVerse(a: Verse, b: { readonly [name in keyof Verse]?: unknown }): boolean {
  return a.bookId === b.bookId && a.chapter === b.chapter && a.verse === b.verse;
}

/** Newest first. Those of one instant come in any order. */
export function submissionsOf({ submissions }: Stored, player: string): Submission[] {
  return submissions.filter((each) => each.player === player).sort((a, b) => b.submittedAt.to - a.submittedAt.to);
}

export function cooldownEnd({ submittedAt }: Submission): Span {
  return { from: rounded(submittedAt.from) + cooldown, to: rounded(submittedAt.to) + cooldown };
}

/** The submission whose cooldown is active. */
export function onCooldown(stored: Stored, player: string, now: number): Submission | undefined {
  const latest = submissionsOf(stored, player).find((each) => !each.cooldownEnded);
  return latest !== undefined && now < cooldownEnd(latest).to ? latest : undefined;
}
