import { PlayersModel } from './players-model.ts';
import {
  type ChangeResult,
  day,
  done,
  type Instance,
  nobody,
  type Row,
  setAt,
  stored,
  unchanged,
} from './stored-model.ts';

/**
 * The calendar as the documents describe it, in memory and one request at a time. It shares no line
 * with `src`, so that both are wrong in the same way only if the documents are.
 */
export class CalendarModel extends PlayersModel {
  copy(): CalendarModel {
    const copy = new CalendarModel();
    copy.stored = this.stored;
    copy.completions = new Set(this.completions);
    copy.blocked = new Set(this.blocked);
    copy.paused = this.paused;
    copy.changes = [...this.changes];
    return copy;
  }

  /** `PUT /desk/api/blocked-dates/{date}`, always with the same label. */
  block(at: Instance, date: string): ChangeResult {
    if (this.blocked.has(date)) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    if (this.#isPlayers(date)) return conflict('Another verse is on this date', [date]);
    this.blocked.add(date);
    return this.record('block', [date]);
  }

  /** `DELETE /desk/api/blocked-dates/{date}` */
  unblock(at: Instance, date: string): ChangeResult {
    if (!this.blocked.has(date)) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    this.blocked.delete(date);
    return this.record('unblock', [date]);
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
    const result = outcomes.includes('done') ? this.record(action, dates) : done(dates);
    return { ...result, outcomes };
  }

  /** `PUT /desk/api/verses/{date}` */
  setVerse(at: Instance, date: string, verse: string, blocked: boolean | undefined): ChangeResult {
    const there = this.stored.find((row) => row.date === date);
    if (there?.byEditor && there.verse === verse) return done([date]);
    if (isFrozen(at, date)) return conflict('A date that has begun cannot be changed', [date]);
    if (blocked === false && this.blocked.has(date)) return conflict('The date is blocked', [date]);
    if (there !== undefined) return conflict('Another verse is on this date', [date]);
    const own = { player: nobody, verse, date, createdAt: setAt, windowText: null, key: null };
    this.insert({ ...own, ...unchanged, byEditor: true });
    return this.record('set', [date]);
  }

  /** `POST /desk/api/submissions/{id}/restore` */
  restore(at: Instance, row: Row | undefined, to: string): ChangeResult {
    if (row === undefined) return missing;
    const dates = [to, row.date];
    if (row.date === to) return done(dates);
    if (row.date !== null) return conflict('A verse is no longer where you saw it', dates);
    if (isFrozen(at, to)) return conflict('A date that has begun cannot be changed', dates);
    if (this.blocked.has(to) && !row.byEditor) return conflict('The date is blocked', dates);
    if (this.isReserved(to)) return conflict('Another verse is on this date', dates);
    const place = movedTo({ ...row, date: row.withdrawnFrom }, to);
    const restored = this.change(row, { ...place, withdrawnAt: null, withdrawnFrom: null, cooldownEnded: false });
    // The date is free, so it is the cooldown that forbids it.
    return restored ? this.record('restore', dates) : conflict('The player has another verse within a week', dates);
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
    if (!other && this.isReserved(to)) return conflict('Another verse is on this date', dates);
    this.delete(row);
    if (other) this.change(other, movedTo(other, from));
    this.insert({ ...row, ...movedTo(row, to) });
    return this.record(other ? 'swap' : 'move', dates);
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
    return this.record('withdraw', [from]);
  }

  /** `PUT /desk/api/submissions/{id}/review` */
  review(row: Row | undefined, reviewed: boolean): ChangeResult {
    if (row === undefined) return missing;
    this.change(row, { reviewed: reviewed && !row.byEditor });
    return done([row.date]);
  }

  /** `POST /desk/api/review` of the verses that an editor has seen. */
  reviewUpTo(seen: readonly Row[], to: string): ChangeResult {
    for (const row of seen) if (row.date !== null && row.date <= to) this.review(row, true);
    return done([]);
  }

  /** What the calendar says of the verses that no editor has read. */
  unread(at: Instance): { readonly unread: number; readonly firstUnread?: string } {
    const unread = this.stored.filter(({ byEditor, reviewed }) => !byEditor && !reviewed);
    const dates = unread.flatMap(({ date }) => (date !== null && date >= day(at, 0) ? [date] : [])).sort();
    return { unread: dates.length, ...(dates[0] && { firstUnread: dates[0] }) };
  }

  /** `PUT /desk/api/pause` */
  setPaused(paused: boolean): ChangeResult {
    if (this.paused === paused) return done([]);
    this.paused = paused;
    return this.record(paused ? 'pause' : 'resume', []);
  }

  /** The dates as the desk shows them, ascending. */
  days(dates: readonly (string | null)[]): string[] {
    const shown = [...new Set(dates.filter((date) => date !== null))].sort();
    return shown.map((date) => {
      if (this.isReserved(date)) return `${date} reserved`;
      return `${date} ${this.blocked.has(date) ? 'blocked' : 'free'}`;
    });
  }

  #isPlayers(date: string): boolean {
    return this.stored.some((row) => row.date === date && !row.byEditor);
  }
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

function conflict(error: string, dates: readonly (string | null)[]): ChangeResult {
  return { error, dates };
}
