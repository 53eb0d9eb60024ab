// The page loads this module when it is needed, so it shares none with the page's script.
import { type Block, seen } from './changes.ts';
import { type Calendar, type Client, type Day, type FoundSubmission, isProblem, type Problem } from './desk-client.ts';
import { readDays } from './read-days.ts';
import { readReference, readWords } from './references.ts';
import { readDate } from './typed-dates.ts';

export { readDate, readReference, readWords };

/** What an operator looks for. */
export interface Query {
  /** A reference, words of a verse or a note, a player's id or its beginning, or a part of a label. */
  readonly typed?: string;
  /** A player's id. */
  readonly player?: string;
  readonly withdrawn?: true;
  /** Those from today on that no editor has read. */
  readonly unread?: true;
}

/** Blocked dates that follow each other with the same label. */
interface BlockedRange {
  readonly from: string;
  readonly to: string;
  readonly label?: Block['label'];
}

/** What was found. */
export interface Found {
  readonly title: string;
  /** How many verses fit, also older ones; of the unread ones, also those whose date is over. */
  readonly count: number;
  /** From today on, ascending. */
  readonly coming: readonly FoundSubmission[];
  /** The latest first. */
  readonly earlier: readonly FoundSubmission[];
  /** Those that were withdrawn last come first. */
  readonly withdrawn: readonly FoundSubmission[];
  /** The dates of withdrawn verses that can still be changed, as they are now. */
  readonly left: ReadonlyMap<string, Day>;
  /** Whether there are older submissions than these. */
  readonly hasOlder: boolean;
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
 * @param limit about how many submissions are read, the newest ones, which may be on any date
 * @returns also why the service rejects that
 * @throws what the client throws
 */
export async function find(
  client: Client,
  { typed, ...asked }: Query,
  { today, frozenUntil }: Pick<Calendar, 'today' | 'frozenUntil'>,
  limit: number,
): Promise<Found | Problem> {
  const { passage, problem } = typed ? readReference(typed) : {};
  const filter: Filter = { ...(passage && { verse: passage.code }), ...(typed && { text: typed }), ...asked };
  const list = await findAll(client, filter, limit);
  if ('error' in list) return list;
  const { player, unread } = asked;
  const found = unread ? list.submissions.filter(({ date = '' }) => date >= today) : list.submissions;
  const all = [...found].sort((a, b) => dateOf(a).localeCompare(dateOf(b)));
  const withdrawnAt = (each: FoundSubmission) => each.withdrawnAt ?? '';
  const gone = all
    .filter(({ date }) => date === undefined)
    .sort((a, b) => withdrawnAt(b).localeCompare(withdrawnAt(a)));
  const dates = [...new Set(gone.map(dateOf).filter((date) => date > frozenUntil))].sort();
  const left = await readDays(client, dates);
  if (isProblem(left)) return left;
  const verses = {
    title:
      passage?.name ?? (typed ? `“${typed}”` : player ? `Player ${player}` : unread ? 'Not read' : 'Withdrawn verses'),
    coming: all.filter(({ date }) => date !== undefined && date >= today),
    earlier: all.filter(({ date }) => date !== undefined && date < today).reverse(),
    withdrawn: gone,
    left: new Map(left.map((day) => [day.date, day])),
    count: list.count,
    hasOlder: list.before !== undefined,
    ...(problem && /\d/.test(typed ?? '') && { hint: problem }),
  };
  const blocked = typed && (await client.findBlockedDates({ label: typed }));
  if (!blocked || blocked.status === 400) return verses; // no label is like that
  if (blocked.status !== 200) return blocked;
  const blocks = blocked.dates.map((each) => ({ ...seen(each), label: each.label }));
  if (blocks.length === 0) return verses;
  return { ...verses, blocked: { dates: blocks, ranges: rangesOf(blocks), more: blocked.more } };
}

type Filter = NonNullable<Parameters<Client['findSubmissions']>[0]>;

/** Reads pages until there are as many submissions as wanted, or no more. */
async function findAll(client: Client, filter: Filter, limit: number) {
  const submissions: FoundSubmission[] = [];
  let count: number | undefined;
  let before: number | undefined;
  do {
    const page = await client.findSubmissions({ ...filter, ...(before && { before }) });
    if (page.status !== 200) return page;
    submissions.push(...page.submissions);
    count ??= page.count;
    before = page.before;
  } while (before !== undefined && submissions.length < limit);
  return { submissions, count, before };
}

/** Where a submission is, or was. */
function dateOf({ date, withdrawnFrom = '' }: FoundSubmission): string {
  return date ?? withdrawnFrom;
}

/** @param blocks ascending */
export function rangesOf(blocks: readonly Pick<Block, 'date' | 'label'>[]): BlockedRange[] {
  const ranges: BlockedRange[] = [];
  for (const { date, label } of blocks) {
    const last = ranges.at(-1);
    const isNext = last?.label === label && Date.parse(date) - Date.parse(last?.to ?? '') === 86_400_000;
    if (last && isNext) ranges.splice(-1, 1, { ...last, to: date });
    else ranges.push({ from: date, to: date, label });
  }
  return ranges;
}
