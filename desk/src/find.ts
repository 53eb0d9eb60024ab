// The page loads this module when it is needed, so it shares none with the page's script.
import type { Block } from './changes.ts';
import type { Client, FoundSubmission, Rejection } from './desk-client.ts';
import { readReference, readWords } from './references.ts';

export { readReference, readWords };

/** What an operator looks for. */
export interface Query {
  /** A reference, a player's id or a part of a label. */
  readonly typed?: string;
  /** A player's id. */
  readonly player?: string;
  readonly withdrawn?: true;
}

/** Verses that were found, the newest first. */
export interface FoundVerses {
  readonly title: string;
  readonly filter: NonNullable<Parameters<Client['findSubmissions']>[0]>;
  readonly submissions: readonly FoundSubmission[];
  /** Where older ones begin, if there are any. */
  readonly before?: number;
}

/** Blocked dates that follow each other with the same label. */
interface BlockedRange {
  readonly from: string;
  readonly to: string;
  readonly label?: Block['label'];
}

/** What was found. A list that would be empty is absent. */
export interface Found {
  readonly lists: readonly FoundVerses[];
  /** From today on, ascending. */
  readonly blocked?: {
    readonly dates: readonly Block[];
    readonly ranges: readonly BlockedRange[];
    /** Whether there are further ones. */
    readonly more: boolean;
  };
  /** Why what looks like a reference is none. */
  readonly hint?: string;
}

/**
 * Looks for verses and blocked dates.
 *
 * @param shown what the same search has found before: as many verses are read again
 * @returns also why the service rejects that
 * @throws what the client throws
 */
export async function find(
  client: Client,
  { typed, player = typed, withdrawn }: Query,
  shown?: Found,
): Promise<Found | Rejection> {
  const { passage, problem } = typed ? readReference(typed) : {};
  const wanted = [
    passage && { title: passage.name, filter: { verse: passage.code } },
    player && { title: `Player ${player}`, filter: { player } },
    withdrawn && { title: 'Withdrawn verses', filter: { withdrawn } },
  ];
  const lists: FoundVerses[] = [];
  for (const each of wanted) {
    if (!each) continue;
    const { submissions: before = [] } = shown?.lists.find(({ title }) => title === each.title) ?? {};
    let list: FoundVerses = { ...each, submissions: [] };
    do {
      const longer = await findOlder(client, list);
      if ('error' in longer) return longer;
      list = longer;
    } while (list.before !== undefined && list.submissions.length < before.length);
    if (list.submissions.length > 0) lists.push(list);
  }
  if (!typed) return { lists };
  const verses = problem && /\d/.test(typed) ? { lists, hint: problem } : { lists };
  const found = await client.findBlockedDates({ label: typed });
  if (found.status === 400) return verses; // no label is like that
  if (found.status !== 200) return found;
  const { dates, more } = found;
  return dates.length > 0 ? { lists, blocked: { dates, ranges: rangesOf(dates), more } } : verses;
}

/** Adds the next page to verses that were found; otherwise as `find`. */
export async function findOlder(
  client: Client,
  { before: from, ...list }: FoundVerses,
): Promise<FoundVerses | Rejection> {
  const page = await client.findSubmissions({ ...list.filter, ...(from && { before: from }) });
  if (page.status !== 200) return page;
  const { submissions, before } = page;
  return { ...list, submissions: [...list.submissions, ...submissions], ...(before && { before }) };
}

/** @param blocks ascending */
export function rangesOf(blocks: readonly Block[]): BlockedRange[] {
  const ranges: BlockedRange[] = [];
  for (const { date, label } of blocks) {
    const last = ranges.at(-1);
    const isNext = last?.label === label && Date.parse(date) - Date.parse(last?.to ?? '') === 86_400_000;
    if (last && isNext) ranges.splice(-1, 1, { ...last, to: date });
    else ranges.push({ from: date, to: date, label });
  }
  return ranges;
}
