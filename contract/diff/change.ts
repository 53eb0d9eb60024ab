/** The levels of a change, the most severe first. */
export const levels = ['breaking', 'compatible', 'wording'] as const;

/**
 * - breaking: a request that was accepted may be rejected or mean something else, or the service
 *   may return a response that was not documented. Every change to an error text or to the order of
 *   the checks is breaking.
 * - compatible: clients written for the earlier contract still work.
 * - wording: only readers notice.
 */
export type Level = (typeof levels)[number];

/**
 * Where clients meet a part of a contract: in responses, or in requests, as everything else of an
 * operation.
 */
export type Side = 'request' | 'response';

export interface Change {
  readonly level: Level;
  /**
   * A JSON pointer without its `#`, in which an item of a list has its name, e.g.
   * `/components/schemas/Reference/maxLength`.
   */
  readonly place: string;
  /** The value in the earlier contract; undefined if it had none. */
  readonly old: unknown;
  /** The value now; undefined if there is none any more. */
  readonly new: unknown;
  /** What the value is, in the words of its rule. */
  readonly says: string;
  /** Where the change shows, if that decides its level. */
  readonly sides?: readonly Side[];
  /** Why the change passes all the same: its reason in `contract/accepted.yaml`. */
  readonly accepted?: string;
}

/** The level of the most severe change; undefined where nothing changed. */
export function mostSevere(changes: readonly Pick<Change, 'level'>[]): Level | undefined {
  return levels.find((level) => changes.some((change) => change.level === level));
}

/** How many changes each level has, the most severe level first. */
export function counts(changes: readonly Change[]): Record<Level, number> {
  const count = (level: Level) => changes.filter((change) => change.level === level).length;
  return { breaking: count('breaking'), compatible: count('compatible'), wording: count('wording') };
}

/**
 * A change as one line of Markdown, e.g. `` `/components/schemas/Label/maxLength`: longest text
 * `100` → `80` (request): breaking ``.
 */
export function lineOf({ level, place, old, new: now, says, sides, accepted }: Change): string {
  const side = sides === undefined ? '' : ` (${sides.join(' and ')})`;
  const reason = accepted === undefined ? '' : `, accepted: ${accepted}`;
  return `${code(place)}: ${says} ${difference(old, now)}${side}: ${level}${reason}`;
}

/** Changes as Markdown, below a heading. */
export function listed(heading: string, changes: readonly Change[]): string {
  if (changes.length === 0) return `## ${heading}\n\nNothing changed.`;
  const numbers = Object.entries(counts(changes)).map(([level, count]) => `${count} ${level}`);
  const lines = changes.map((change) => `- ${lineOf(change)}`);
  return `## ${heading}\n\nChanges: ${numbers.join(', ')}.\n\n${lines.join('\n')}`;
}

/**
 * The old and the new value: of long texts the part that differs, of objects only that they differ.
 */
function difference(old: unknown, now: unknown): string {
  if (isObject(old ?? now)) return old === undefined ? 'new' : now === undefined ? 'gone' : 'changed';
  const [before, after] = [plain(old), plain(now)];
  const isLong = before.length + after.length > 160;
  const first = [...before].findIndex((_, index) => before[index] !== after[index]);
  const start = isLong ? Math.max(0, (first === -1 ? before.length : first) - 20) : 0;
  const end = isLong ? start + 80 : undefined;
  const part = (text: string) =>
    code(`${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > (end ?? Infinity) ? '…' : ''}`);
  return `${old === undefined ? 'nothing' : part(before)} → ${now === undefined ? 'nothing' : part(after)}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(value: unknown): string {
  if (value === undefined) return '';
  const isList = Array.isArray(value) && value.length > 0 && !value.some(isObject);
  const text = isList ? value.join(', ') : value;
  return (typeof text === 'string' ? text : JSON.stringify(text)).trim().replace(/\s+/g, ' ');
}

/** A text as code in Markdown: one that contains backticks needs a longer run of them around it. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
