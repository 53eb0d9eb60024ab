/** A player's request to submit a verse. */
export interface SubmissionRequest {
  readonly player: string;
  readonly localDate: string;
  /** A key of `references`, or a verse that does not exist. */
  readonly verse: string;
  readonly key: string | undefined;
}

/** What an instance knows by itself: the instant of its clock, and the lengths that its operator set, in days. */
export interface Instance {
  readonly now: Temporal.Instant;
  readonly lead: number;
  readonly window: number;
  readonly horizon: number;
}

/** A row of `scheduled_submission`. */
export interface Row {
  readonly player: string;
  readonly verse: string;
  readonly date: string;
  /** An instant in UTC with microseconds. */
  readonly createdAt: string;
  readonly windowText: string | null;
  readonly key: string | null;
}

/** What a client gets. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface Accepting {
  readonly accepting: boolean;
  readonly acceptingFrom?: string;
}

/** Some verses that exist, and what a reader would write. */
export const references: Readonly<Record<string, string>> = {
  'JHN 3:16': 'John 3:16',
  'PSA 119:176': 'Psalm 119:176',
  'SNG 1:1': 'Song of Songs 1:1',
  '1CO 13:4': '1 Corinthians 13:4',
};
export const missingVerse = 'JHN 3:37';

/** The members of a request or a response that name a verse. */
export function membersOf(verse: string) {
  const [bookId, chapter, number] = verse.split(/[ :]/);
  return { bookId, chapter: Number(chapter), verse: Number(number) };
}

const cooldown = { hours: 168 };
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * The calendar as the documents describe it, in memory and one request at a time. It shares no line with `src`, so that both are wrong in the
 * same way only if the documents are.
 */
export class CalendarModel {
  #rows: readonly Row[];
  readonly completions: Set<string>;

  constructor(rows: readonly Row[] = [], completions: Iterable<string> = []) {
    this.#rows = rows;
    this.completions = new Set(completions);
  }

  copy(): CalendarModel {
    return new CalendarModel(this.#rows, this.completions);
  }

  /** In the order of their dates. */
  get rows(): Row[] {
    return this.#rows.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** `POST /api/submit-verse`: checks 3 to 7, in their order. */
  submit(at: Instance, { player, localDate, verse, key }: SubmissionRequest): Answer {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(localDate)) return error(400, 'A valid localDate (YYYY-MM-DD) is required');
    if (!this.completions.has(`${player} ${localDate}`)) return error(403, "Solve today's puzzle first");
    const end = this.cooldownEnd(at, player);
    if (end !== undefined) {
      const [latest] = this.#newestFirst(player);
      if (latest?.windowText && key !== undefined && key === latest.key) return scheduled(latest);
      const seconds = Math.ceil((end.epochMilliseconds - at.now.epochMilliseconds) / 1_000);
      return { ...error(429, 'Cooldown active', { cooldownEndsAt: milliseconds(end) }), retryAfter: String(seconds) };
    }
    if (!references[verse]) return error(400, 'verse must be an integer from 1 to 36: John 3 has 36 verses');
    const date = this.freeDates(at)[0];
    if (date === undefined) return error(500, 'Failed to schedule submission');
    const row = { player, verse, date, createdAt: stored(at.now), windowText: windowText(at, date), key: key ?? null };
    this.insert(row);
    return scheduled(row);
  }

  /** What an instance says of the calendar: whether a date is free, and otherwise the midnight at which the horizon reaches one, within 366 days. */
  accepting(at: Instance): Accepting {
    if (this.freeDates(at).length > 0) return { accepting: true };
    const taken = new Set(this.#rows.map(({ date }) => date));
    for (let days = 1; days <= 366; days++) {
      const midnight = `${day(at, days)}T00:00:00.000Z`;
      if (!taken.has(day(at, at.horizon + days))) return { accepting: false, acceptingFrom: midnight };
    }
    return { accepting: false };
  }

  /** The body of `GET /api/eligibility`, when the instance says this of the calendar. */
  eligibility(at: Instance, player: string, localDate: string, calendar: Accepting) {
    const solvedToday = this.completions.has(`${player} ${localDate}`);
    const end = this.cooldownEnd(at, player);
    return {
      maySubmit: solvedToday && calendar.accepting && end === undefined,
      solvedToday,
      ...calendar,
      ...(end && { cooldownEndsAt: milliseconds(end) }),
    };
  }

  /** The body of `GET /api/submissions`. */
  submissions(player: string) {
    return {
      submissions: this.#newestFirst(player).map(({ date, verse, createdAt }) => ({
        scheduledDate: date,
        reference: references[verse],
        ...membersOf(verse),
        submittedAt: milliseconds(wholeMilliseconds(createdAt)),
      })),
    };
  }

  /** Undefined if the player is not on cooldown. */
  cooldownEnd({ now }: Instance, player: string): Temporal.Instant | undefined {
    const [latest] = this.#newestFirst(player);
    const end = latest && wholeMilliseconds(latest.createdAt).add(cooldown);
    return end && Temporal.Instant.compare(now, end) < 0 ? end : undefined;
  }

  /** The bookable dates that no row has, the earliest first. */
  freeDates(at: Instance): string[] {
    const taken = new Set(this.#rows.map(({ date }) => date));
    const first = Temporal.PlainDate.from(day(at, at.lead));
    const bookable = Array.from({ length: at.horizon - at.lead + 1 }, (_, days) => first.add({ days }).toString());
    return bookable.filter((date) => !taken.has(date));
  }

  /** Stores a row, whoever inserts it, unless the database's constraints reject it. */
  insert(row: Row): boolean {
    const rejected = this.#rows.some(
      (other) => other.date === row.date || (other.player === row.player && withinCooldown(other, row)),
    );
    if (!rejected) this.#rows = [...this.#rows, row];
    return !rejected;
  }

  delete(row: Row): void {
    this.#rows = this.#rows.filter((other) => other !== row);
  }

  /** Changes a row as another program would, unless the database's constraints reject it. */
  change(row: Row, changes: Partial<Row>): boolean {
    const before = this.#rows;
    this.delete(row);
    const done = this.insert({ ...row, ...changes });
    if (!done) this.#rows = before;
    return done;
  }

  #newestFirst(player: string): Row[] {
    return this.#rows.filter((row) => row.player === player).toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
  }
}

/** The date that is some days after an instance's today. */
export function day({ now }: Instance, days: number): string {
  return now.toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString();
}

/** An instant as `Row` has it. */
export function stored(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 });
}

function milliseconds(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}

/** Another program may store microseconds. They are rounded up, so that no cooldown ends too early. */
function wholeMilliseconds(createdAt: string): Temporal.Instant {
  return Temporal.Instant.from(createdAt).round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
}

function withinCooldown(a: Row, b: Row): boolean {
  const [earlier, later] = [a.createdAt, b.createdAt].sort().map((createdAt) => Temporal.Instant.from(createdAt));
  return earlier !== undefined && later !== undefined && Temporal.Instant.compare(later, earlier.add(cooldown)) < 0;
}

function windowText(at: Instance, date: string): string {
  for (let first = at.lead; ; first += at.window) {
    const last = Math.min(first + at.window - 1, at.horizon);
    if (date <= day(at, last)) return longDate.formatRange(new Date(day(at, first)), new Date(day(at, last)));
  }
}

function scheduled({ date, verse, windowText }: Row): Answer {
  const body = { scheduledDate: date, reference: references[verse], windowText };
  return { status: 201, text: JSON.stringify(body), retryAfter: null };
}

function error(status: number, message: string, more: object = {}): Answer {
  return { status, text: JSON.stringify({ error: message, ...more }), retryAfter: null };
}
