import type { Day, DeskSubmission, SeenDate } from './desk-client.ts';

/** What a change needs to know of a verse. */
type ChangedVerse = Pick<DeskSubmission, 'id' | 'reference' | 'reviewedAt'>;

/** A date that is blocked, or is to be, as its operator saw it. */
export interface Block extends SeenDate {
  /** Absent if another program blocked the date with a text that the contract cannot express. */
  readonly label?: string | undefined;
}

/** A date as its operator sees it: the number says whether somebody has changed it since. */
export function seen({ date, latestChange }: Pick<Day, 'date' | 'latestChange'>): SeenDate {
  return { date, change: latestChange.id };
}

export function blocksOf(days: readonly Day[]): Block[] {
  return days.filter(isBlocked).map((day) => ({ ...seen(day), label: day.label }));
}

/** Whether a date is blocked, also below a verse of the editor's own. */
export function isBlocked({ state, label }: Day): boolean {
  return state === 'blocked' || label !== undefined;
}

/**
 * Whether a verse can go to a date without a swap: only one of the editor's own to a blocked date.
 */
export function isOpenTo({ byEditor }: Pick<DeskSubmission, 'byEditor'>, { state }: Day): boolean {
  return state === 'free' || (state === 'blocked' && byEditor === true);
}

/**
 * Whether a verse can move to a date. If a verse is there, they swap their dates.
 *
 * @param frozenUntil the last date that cannot be changed any more
 */
export function isTarget({ verse, from }: StartedMove, day: Day, frozenUntil: string): boolean {
  if (day.date === from.date || day.date <= frozenUntil) return false;
  return isOpenTo(verse, day) || (day.submission !== undefined && (!isBlocked(day) || verse.byEditor === true));
}

/**
 * A change as an operator makes it, with each date as the operator saw it. One of many dates may
 * take several requests.
 */
export type PendingChange =
  | {
      readonly action: 'move';
      readonly verse: ChangedVerse;
      readonly from: SeenDate;
      readonly to: SeenDate;
      /** The verse on the other date, which goes to the first one. */
      readonly swapWith?: ChangedVerse | undefined;
      readonly note?: string | undefined;
    }
  | {
      readonly action: 'withdraw';
      readonly verse: ChangedVerse;
      readonly from: SeenDate;
      readonly endCooldown: boolean;
      readonly note?: string | undefined;
    }
  | {
      readonly action: 'restore';
      readonly verse: ChangedVerse;
      /** The date from which it was withdrawn. */
      readonly from: SeenDate;
      readonly to: SeenDate;
      /** Whether the withdrawal ended the cooldown, if that is known. */
      readonly endCooldown?: boolean;
      readonly note?: string | undefined;
    }
  | {
      /** Puts a verse of the editor's own on a date. */
      readonly action: 'set';
      readonly ownVerse: Pick<DeskSubmission, 'bookId' | 'chapter' | 'verse' | 'reference'>;
      readonly to: SeenDate;
    }
  | BlockChange
  | {
      readonly action: 'pause' | 'resume';
      /** The number of the pause's latest change as the operator saw it. */
      readonly change: number;
      readonly note?: string | undefined;
    }
  | ReviewChange;

/** A change of many dates. */
export interface BlockChange {
  readonly action: 'block' | 'unblock';
  readonly blocks: readonly Block[];
}

/** Says that verses are read, or unread again. */
export interface ReviewChange {
  readonly action: 'review';
  readonly verses: readonly ChangedVerse[];
  readonly reviewed: boolean;
  /** The date of the verse, or of the last one. */
  readonly date: string;
}

/** A verse that is to move; the other date is not chosen yet. */
export interface StartedMove {
  readonly verse: DeskSubmission;
  readonly from: SeenDate;
}
