import {
  cooldown,
  day,
  type Instance,
  membersOf,
  type Row,
  references,
  StoredModel,
  stored,
  unchanged,
  wholeMilliseconds,
} from './stored-model.ts';

/** A player's request to submit a verse. */
export interface SubmissionRequest {
  readonly player: string;
  readonly localDate: string;
  /** A key of `references`, or a verse that does not exist. */
  readonly verse: string;
  readonly key: string | undefined;
}

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

export interface Accepting {
  readonly accepting: boolean;
  readonly nextFreeDate?: string;
  readonly acceptingFrom?: string;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What players get. */
export class PlayersModel extends StoredModel {
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
    const date = this.dateFor(at, verse);
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

  /** The date that a verse gets, or would get. */
  dateFor(at: Instance, verse: string): string | undefined {
    const free = this.freeDates(at);
    const distance = (date: string) => this.#distanceOfEqual(date, verse);
    const farthest = free.toSorted((a, b) => distance(b) - distance(a)); // the earliest of several
    return free.find((date) => distance(date) > at.repeat) ?? farthest[0];
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
      if (!this.isTaken(day(at, at.horizon + days))) return { accepting: false, acceptingFrom: midnight };
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

  /** How far a date is from the nearest one with an equal verse, in days. */
  #distanceOfEqual(date: string, verse: string): number {
    const equal = this.stored.filter((row) => row.verse === verse && row.date !== null);
    return Math.min(...equal.map((row) => Math.abs(Temporal.PlainDate.from(date).until(`${row.date}`).days)));
  }

  /** The submission that determines the player's cooldown. */
  #latest(player: string): Row | undefined {
    return this.#newestFirst(player).find(({ cooldownEnded }) => !cooldownEnded);
  }

  #newestFirst(player: string): Row[] {
    return this.stored.filter((row) => row.player === player).toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
  }
}

function milliseconds(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
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
