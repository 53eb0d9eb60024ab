/** The levels of a change, the most severe first. */
export const levels = ['breaking', 'compatible', 'wording'] as const;

/**
 * - breaking: a request that was accepted may be rejected or mean something else, or the service may return a response that
 *   was not documented. Every change to an error text or to the order of the checks is breaking.
 * - compatible: clients written for the earlier contract still work.
 * - wording: only readers notice.
 */
export type Level = (typeof levels)[number];

export interface Change {
  readonly level: Level;
  /** The place, in Markdown, e.g. `` `POST /api/submit-verse` 429 ``. */
  readonly where: string;
  /** What changed there, in Markdown, e.g. ``the header `Retry-After` is gone``. */
  readonly what: string;
}

/** The level of the most severe change; undefined where nothing changed. */
export function mostSevere(changes: readonly Change[]): Level | undefined {
  return levels.find((level) => changes.some((change) => change.level === level));
}

/** How many changes each level has, the most severe level first. */
export function counts(changes: readonly Change[]): Record<Level, number> {
  const count = (level: Level) => changes.filter((change) => change.level === level).length;
  return { breaking: count('breaking'), compatible: count('compatible'), wording: count('wording') };
}

/** A sentence to paste into a review, in Markdown. */
export function sentence({ level, where, what }: Change): string {
  const stop = what.endsWith('.”') ? '' : '.';
  return `**${level.charAt(0).toUpperCase()}${level.slice(1)}** ${where}: ${what}${stop}`;
}

/** A value of the contract as text. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value of the contract as code in Markdown. */
export function code(value: unknown): string {
  const text = plain(value).trim().replace(/\s+/g, ' ');
  // Markdown: code that contains backticks needs a longer run of them around it.
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
