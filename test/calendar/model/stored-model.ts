/**
 * What an instance knows by itself: the instant of its clock, and the lengths that its operator
 * set, in days.
 */
export interface Instance {
  readonly now: Temporal.Instant;
  readonly lead: number;
  readonly window: number;
  readonly horizon: number;
  readonly repeat: number;
}

/** A row of `scheduled_submission`. */
export interface Row {
  readonly player: string;
  readonly verse: string;
  /** Null for a withdrawn submission. */
  readonly date: string | null;
  /** An instant in UTC with microseconds. */
  readonly createdAt: string;
  readonly windowText: string | null;
  readonly key: string | null;
  /** The date of the 201, if the operator has moved the submission to another one. */
  readonly movedFrom: string | null;
  /** Like `createdAt`. */
  readonly withdrawnAt: string | null;
  readonly withdrawnFrom: string | null;
  readonly cooldownEnded: boolean;
  /** Whether an editor has set the verse. */
  readonly byEditor: boolean;
  /** Whether an editor has read the verse, unless an editor has set it. */
  readonly reviewed: boolean;
}

/**
 * The player of the rows of erased players and of those that an editor has set: each has a random
 * id, so no two of them are one player's.
 */
export const nobody = 'nobody';

/** A row that the operator has not changed. */
export const unchanged = {
  movedFrom: null,
  withdrawnAt: null,
  withdrawnFrom: null,
  cooldownEnded: false,
  byEditor: false,
  reviewed: false,
};

/** When an editor has set a verse: always, since its cooldown concerns nobody. */
export const setAt = '2000-01-01T00:00:00.000000Z';

/** What an operator gets. */
export interface ChangeResult {
  /** Undefined for a success. */
  readonly error: string | undefined;
  /** The dates that the change concerns. */
  readonly dates: readonly (string | null)[];
  /** Of a change of many dates, what became of each, ascending. */
  readonly outcomes?: readonly string[];
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

export const cooldown = { hours: 168 };

/**
 * What is stored, and what the database's constraints allow: all that another program can do to the
 * calendar, and what an erasure leaves of a player.
 */
export class StoredModel {
  protected stored: readonly Row[] = [];
  completions: Set<string> = new Set();
  blocked: Set<string> = new Set();
  paused = false;
  /** The actions of the operator and of the site's server that changed anything. */
  changes: string[] = [];

  get rows(): Row[] {
    return inOrder(this.stored);
  }

  /**
   * The bookable dates that are neither reserved nor blocked, the earliest first; none during a
   * pause.
   */
  freeDates(at: Instance): string[] {
    if (this.paused) return [];
    const first = Temporal.PlainDate.from(day(at, at.lead));
    const bookable = Array.from({ length: at.horizon - at.lead + 1 }, (_, days) => first.add({ days }).toString());
    return bookable.filter((date) => !this.isTaken(date));
  }

  protected isTaken(date: string): boolean {
    return this.blocked.has(date) || this.isReserved(date);
  }

  /** Stores a row, whoever inserts it, unless the database's constraints reject it. */
  insert(row: Row): boolean {
    const rejected = this.stored.some(
      (other) =>
        (row.date !== null && other.date === row.date) ||
        (other.player === row.player &&
          row.player !== nobody &&
          !other.cooldownEnded &&
          !row.cooldownEnded &&
          withinCooldown(other, row)),
    );
    if (!rejected) this.stored = [...this.stored, row];
    return !rejected;
  }

  delete(row: Row): void {
    this.stored = this.stored.filter((other) => other !== row);
  }

  /** Changes a row as another program would, unless the database's constraints reject it. */
  change(row: Row, changes: Partial<Row>): boolean {
    const before = this.stored;
    this.delete(row);
    const done = this.insert({ ...row, ...changes });
    if (!done) this.stored = before;
    return done;
  }

  /** `DELETE /puzzle/api/players/{player}` */
  erase(player: string): void {
    const solved = [...this.completions].filter((completion) => completion.startsWith(`${player} `));
    if (solved.length === 0 && !this.stored.some((row) => row.player === player)) return;
    for (const completion of solved) this.completions.delete(completion);
    this.stored = this.stored.map((row) => (row.player === player ? { ...row, player: nobody, key: null } : row));
    this.record('erase', []);
  }

  protected isReserved(date: string): boolean {
    return this.stored.some((row) => row.date === date);
  }

  protected record(action: string, dates: readonly (string | null)[]): ChangeResult {
    this.changes.push(action);
    return done(dates);
  }
}

/**
 * Rows in an order that does not depend on how they were stored: by their dates, withdrawn ones
 * last.
 */
export function inOrder(rows: readonly Row[]): Row[] {
  const key = (row: Row) => (row.date ?? '~') + JSON.stringify(Object.entries(row).toSorted());
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function done(dates: readonly (string | null)[]): ChangeResult {
  return { error: undefined, dates };
}

/** The date that is some days after an instance's today. */
export function day({ now }: Instance, days: number): string {
  return dayAfter(now.toZonedDateTimeISO('UTC').toPlainDate().toString(), days);
}

export function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** An instant as `Row` has it. */
export function stored(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 });
}

/**
 * Another program may store microseconds. They are rounded up, so that no cooldown ends too early.
 */
export function wholeMilliseconds(createdAt: string): Temporal.Instant {
  return Temporal.Instant.from(createdAt).round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
}

function withinCooldown(a: Row, b: Row): boolean {
  const [earlier, later] = [a.createdAt, b.createdAt].sort().map((createdAt) => Temporal.Instant.from(createdAt));
  return earlier !== undefined && later !== undefined && Temporal.Instant.compare(later, earlier.add(cooldown)) < 0;
}
