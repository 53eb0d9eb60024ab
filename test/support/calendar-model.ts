/** A player's request to submit a verse. */
export interface SubmissionRequest {
  readonly player: string;
  readonly localDate: string;
  /** A key of `references`, or a verse that does not exist. */
  readonly verse: string;
  readonly key: string | undefined;
}

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
}

/**
 * The player of the rows of erased players and of those that an editor has set: each has a random id,
 * so no two of them are one player's.
 */
export const nobody = 'nobody';

/** A row that the operator has not changed. */
export const unchanged = {
  movedFrom: null,
  withdrawnAt: null,
  withdrawnFrom: null,
  cooldownEnded: false,
  byEditor: false,
};

/** When an editor has set a verse: always, since its cooldown concerns nobody. */
export const setAt = '2000-01-01T00:00:00.000000Z';

/** What a client gets. */
export interface Answer {
  readonly status: number;
  /** As `modelled` gives it. */
  readonly body: object;
  readonly retryAfter: string | null;
}

/** The members that the model knows of each response to players. */
const members = {
  submitVerse: ['error', 'cooldownEndsAt', 'scheduledDate', 'reference', 'windowText'],
  eligibility: ['maySubmit', 'solvedToday', 'accepting', 'cooldownEndsAt', 'nextFreeDate', 'acceptingFrom'],
  submissions: [
    ...['submissions', 'withdrawn', 'scheduledDate', 'reference', 'bookId', 'chapter', 'verse'],
    ...['submittedAt', 'movedFrom', 'withdrawnAt', 'withdrawnFrom'],
  ],
};

/** A body as far as the model knows it: the contract may have got more members since. */
export function modelled(of: keyof typeof members, text: string) {
  const isKnown = (key: string) => members[of].includes(key) || /^\d*$/.test(key); // the body itself, or an item
  return JSON.parse(text, (key, value) => (isKnown(key) ? value : undefined));
}

/** What an operator gets. */
export interface ChangeResult {
  /** Undefined for a success. */
  readonly error: string | undefined;
  /** The dates that the change concerns. */
  readonly dates: readonly (string | null)[];
  /** Of a change of many dates, what became of each, ascending. */
  readonly outcomes?: readonly string[];
}

export interface Accepting {
  readonly accepting: boolean;
  readonly nextFreeDate?: string;
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
 * The calendar as the documents describe it, in memory and one request at a time. It shares no line
 * with `src`, so that both are wrong in the same way only if the documents are.
 */
export class CalendarModel {
  #rows: readonly Row[] = [];
  completions: Set<string> = new Set();
  blocked: Set<string> = new Set();
  paused = false;
  /** The actions of the operator and of the site's server that changed anything. */
  changes: string[] = [];

  copy(): CalendarModel {
    const copy = new CalendarModel();
    copy.#rows = this.#rows;
    copy.completions = new Set(this.completions);
    copy.blocked = new Set(this.blocked);
    copy.paused = this.paused;
    copy.changes = [...this.changes];
    return copy;
  }

  get rows(): Row[] {
    return inOrder(this.#rows);
  }

  /** `POST /api/submit-verse`: checks 3 to 7, in their order. */
  submit(at: Instance, { player, localDate, verse, key }: SubmissionRequest): Answer {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(localDate)) return error(400, 'A valid localDate (YYYY-MM-DD) is required');
    if (!this.completions.has(`${player} ${localDate}`)) return error(403, "Solve today's puzzle first");
    const end = this.cooldownEnd(at, player);
    if (end !== undefined) {
      const latest = this.#latest(player);
      const isRepeated = latest?.key === key && latest?.verse === verse;
      if (latest?.windowText && latest.date !== null && key !== undefined && isRepeated) return scheduled(latest);
      const seconds = Math.ceil((end.epochMilliseconds - at.now.epochMilliseconds) / 1_000);
      return { ...error(429, 'Cooldown active', { cooldownEndsAt: milliseconds(end) }), retryAfter: String(seconds) };
    }
    if (!references[verse]) return error(400, 'verse must be an integer from 1 to 36: John 3 has 36 verses');
    const free = this.freeDates(at);
    const date = free.find((date) => !this.#isRepeatedNear(at, date, verse)) ?? free[0];
    if (date === undefined) return error(500, 'Failed to schedule submission');
    const row = {
      player,
      verse,
      date,
      createdAt: stored(at.now),
      windowText: windowText(at, date),
      key: key ?? null,
      ...unchanged,
    };
    this.insert(row);
    return scheduled(row);
  }

  /**
   * What an instance says of the calendar: whether a date is free, and otherwise the midnight at
   * which the horizon reaches one, within 366 days.
   */
  accepting(at: Instance): Accepting {
    if (this.paused) return { accepting: false };
    const [nextFreeDate] = this.freeDates(at);
    if (nextFreeDate !== undefined) return { accepting: true, nextFreeDate };
    for (let days = 1; days <= 366; days++) {
      const midnight = `${day(at, days)}T00:00:00.000Z`;
      if (!this.#isTaken(day(at, at.horizon + days))) return { accepting: false, acceptingFrom: midnight };
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
    const submitted = ({ verse, createdAt }: Row) => ({
      reference: references[verse],
      ...membersOf(verse),
      submittedAt: milliseconds(wholeMilliseconds(createdAt)),
    });
    const rows = this.#newestFirst(player);
    return {
      submissions: rows
        .filter(({ date }) => date !== null)
        .map((row) => ({
          scheduledDate: row.date,
          ...(row.movedFrom !== null && { movedFrom: row.movedFrom }),
          ...submitted(row),
        })),
      withdrawn: rows
        .filter(({ date }) => date === null)
        .map((row) => ({
          ...submitted(row),
          withdrawnAt: milliseconds(wholeMilliseconds(`${row.withdrawnAt}`)),
          withdrawnFrom: row.withdrawnFrom,
        })),
    };
  }

  /** Undefined if the player is not on cooldown. */
  cooldownEnd({ now }: Instance, player: string): Temporal.Instant | undefined {
    const latest = this.#latest(player);
    const end = latest && wholeMilliseconds(latest.createdAt).add(cooldown);
    return end && Temporal.Instant.compare(now, end) < 0 ? end : undefined;
  }

  /**
   * The bookable dates that are neither reserved nor blocked, the earliest first; none during a
   * pause.
   */
  freeDates(at: Instance): string[] {
    if (this.paused) return [];
    const first = Temporal.PlainDate.from(day(at, at.lead));
    const bookable = Array.from({ length: at.horizon - at.lead + 1 }, (_, days) => first.add({ days }).toString());
    return bookable.filter((date) => !this.#isTaken(date));
  }

  #isRepeatedNear(at: Instance, date: string, verse: string): boolean {
    const near = Array.from({ length: 2 * at.repeat + 1 }, (_, days) => dayAfter(date, days - at.repeat));
    return this.#rows.some((row) => row.verse === verse && row.date !== null && near.includes(row.date));
  }

  #isTaken(date: string): boolean {
    return this.blocked.has(date) || this.#isReserved(date);
  }

  /** Stores a row, whoever inserts it, unless the database's constraints reject it. */
  insert(row: Row): boolean {
    const rejected = this.#rows.some(
      (other) =>
        (row.date !== null && other.date === row.date) ||
        (other.player === row.player &&
          row.player !== nobody &&
          !other.cooldownEnded &&
          !row.cooldownEnded &&
          withinCooldown(other, row)),
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

  /** `DELETE /puzzle/api/players/{player}` */
  erase(player: string): void {
    const solved = [...this.completions].filter((completion) => completion.startsWith(`${player} `));
    if (solved.length === 0 && !this.#rows.some((row) => row.player === player)) return;
    for (const completion of solved) this.completions.delete(completion);
    this.#rows = this.#rows.map((row) => (row.player === player ? { ...row, player: nobody, key: null } : row));
    this.#record('erase', []);
  }

  // The desk's changes.

  /** `PUT /desk/api/blocked-dates/{date}`, always with the same label. */
  block(at: Instance, date: string): ChangeResult {
    if (this.blocked.has(date)) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    if (this.#isPlayers(date)) return conflict('Another verse is on this date', [date]);
    this.blocked.add(date);
    return this.#record('block', [date]);
  }

  /** `DELETE /desk/api/blocked-dates/{date}` */
  unblock(at: Instance, date: string): ChangeResult {
    if (!this.blocked.has(date)) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    this.blocked.delete(date);
    return this.#record('unblock', [date]);
  }

  /** `POST /desk/api/blocked-dates`, always with the label of `block`. */
  blockMany(at: Instance, dates: readonly string[]): ChangeResult {
    return this.#changeMany(dates, 'block', (date) => {
      if (this.blocked.has(date)) return 'unchanged';
      if (isFrozen(at, date)) return 'frozen';
      if (this.#isPlayers(date)) return 'taken';
      this.blocked.add(date);
      return 'done';
    });
  }

  /** `POST /desk/api/blocked-dates/unblock` */
  unblockMany(at: Instance, dates: readonly string[]): ChangeResult {
    return this.#changeMany(dates, 'unblock', (date) => {
      if (!this.blocked.has(date)) return 'unchanged';
      if (isFrozen(at, date)) return 'frozen';
      this.blocked.delete(date);
      return 'done';
    });
  }

  #changeMany(dates: readonly string[], action: string, change: (date: string) => string): ChangeResult {
    const outcomes = dates.toSorted().map(change);
    const result = outcomes.includes('done') ? this.#record(action, dates) : done(dates);
    return { ...result, outcomes };
  }

  /** `PUT /desk/api/verses/{date}` */
  setVerse(at: Instance, date: string, verse: string): ChangeResult {
    const there = this.#rows.find((row) => row.date === date);
    if (there?.byEditor && there.verse === verse) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    if (there !== undefined) return conflict('Another verse is on this date', [date]);
    const own = { player: nobody, verse, date, createdAt: setAt, windowText: null, key: null };
    this.insert({ ...own, ...unchanged, byEditor: true });
    return this.#record('set', [date]);
  }

  /** `POST /desk/api/submissions/{id}/restore` */
  restore(at: Instance, row: Row | undefined, to: string): ChangeResult {
    if (row === undefined) return missing;
    const dates = [to, row.date];
    if (row.date === to) return done(dates);
    if (row.date !== null) return conflict('A verse is no longer where you saw it', dates);
    if (isFrozen(at, to)) return conflict('A date that has begun cannot be changed', dates);
    if (this.blocked.has(to) && !row.byEditor) return conflict('The date is blocked', dates);
    if (this.#isReserved(to)) return conflict('Another verse is on this date', dates);
    const place = movedTo({ ...row, date: row.withdrawnFrom }, to);
    const restored = this.change(row, { ...place, withdrawnAt: null, withdrawnFrom: null, cooldownEnded: false });
    // The date is free, so it is the cooldown that forbids it.
    return restored ? this.#record('restore', dates) : conflict('The player has another verse within a week', dates);
  }

  /**
   * `POST /desk/api/submissions/{id}/move`
   *
   * @param row undefined if no submission has the id
   * @param other the verse to swap with; null if no submission has its id
   */
  move(at: Instance, row: Row | undefined, from: string, to: string, other: Row | null | undefined): ChangeResult {
    if (row === undefined) return missing;
    const dates = [from, to, row.date, other?.date ?? null];
    if (row.date === to && (other === undefined || other?.date === from)) return done(dates);
    if (row.date !== from || (other !== undefined && other?.date !== to)) {
      return conflict('A verse is no longer where you saw it', dates);
    }
    if (isFrozen(at, from) || isFrozen(at, to)) return conflict('A date that has begun cannot be changed', dates);
    const isKeptOff = (date: string, verse: Row | null | undefined) =>
      this.blocked.has(date) && verse?.byEditor === false;
    if (isKeptOff(to, row) || isKeptOff(from, other)) return conflict('The date is blocked', dates);
    if (!other && this.#isReserved(to)) return conflict('Another verse is on this date', dates);
    this.delete(row);
    if (other) this.change(other, movedTo(other, from));
    this.insert({ ...row, ...movedTo(row, to) });
    return this.#record(other ? 'swap' : 'move', dates);
  }

  /** `POST /desk/api/submissions/{id}/withdraw` */
  withdraw(at: Instance, row: Row | undefined, from: string, endCooldown: boolean): ChangeResult {
    if (row === undefined) return missing;
    const dates = [from, row.date];
    const isWithdrawn = row.withdrawnFrom === from;
    if (isWithdrawn && row.cooldownEnded >= endCooldown) return done(dates);
    if (row.date !== from && !isWithdrawn) return conflict('A verse is no longer where you saw it', dates);
    if (!isWithdrawn && isFrozen(at, from)) return conflict('A date that has begun cannot be changed', dates);
    const withdrawnAt = row.withdrawnAt ?? stored(at.now);
    this.change(row, { date: null, withdrawnFrom: from, withdrawnAt, cooldownEnded: endCooldown });
    return this.#record('withdraw', [from]);
  }

  /** `PUT /desk/api/pause` */
  setPaused(paused: boolean): ChangeResult {
    if (this.paused === paused) return done([]);
    this.paused = paused;
    return this.#record(paused ? 'pause' : 'resume', []);
  }

  /** The dates as the desk shows them, ascending. */
  days(dates: readonly (string | null)[]): string[] {
    const shown = [...new Set(dates.filter((date) => date !== null))].sort();
    return shown.map((date) => {
      if (this.#isReserved(date)) return `${date} reserved`;
      return `${date} ${this.blocked.has(date) ? 'blocked' : 'free'}`;
    });
  }

  #isReserved(date: string): boolean {
    return this.#rows.some((row) => row.date === date);
  }

  #isPlayers(date: string): boolean {
    return this.#rows.some((row) => row.date === date && !row.byEditor);
  }

  #record(action: string, dates: readonly (string | null)[]): ChangeResult {
    this.changes.push(action);
    return done(dates);
  }

  /** The submission that determines the player's cooldown. */
  #latest(player: string): Row | undefined {
    return this.#newestFirst(player).find(({ cooldownEnded }) => !cooldownEnded);
  }

  #newestFirst(player: string): Row[] {
    return this.#rows.filter((row) => row.player === player).toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
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

/** `movedFrom` keeps the date of the 201, and is null on that date. */
function movedTo({ date, movedFrom }: Row, to: string) {
  const first = movedFrom ?? date;
  return { date: to, movedFrom: first === to ? null : first };
}

/** Whether a date has begun in UTC+14. */
function isFrozen({ now }: Instance, date: string): boolean {
  return date <= now.toZonedDateTimeISO('+14:00').toPlainDate().toString();
}

const missing: ChangeResult = { error: 'No such submission', dates: [] };

function done(dates: readonly (string | null)[]): ChangeResult {
  return { error: undefined, dates };
}

function conflict(error: string, dates: readonly (string | null)[]): ChangeResult {
  return { error, dates };
}

/** The date that is some days after an instance's today. */
export function day({ now }: Instance, days: number): string {
  return dayAfter(now.toZonedDateTimeISO('UTC').toPlainDate().toString(), days);
}

function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** An instant as `Row` has it. */
export function stored(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 });
}

function milliseconds(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}

/**
 * Another program may store microseconds. They are rounded up, so that no cooldown ends too early.
 */
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

function scheduled({ date, movedFrom, verse, windowText }: Row): Answer {
  const body = { scheduledDate: movedFrom ?? date, reference: references[verse], windowText };
  return { status: 201, body, retryAfter: null };
}

function error(status: number, message: string, more: object = {}): Answer {
  return { status, body: { error: message, ...more }, retryAfter: null };
}
