import type { RecordedChange } from './desk-client.ts';

/** How long an action of one request a date took at most, in milliseconds. */
const longest = 60_000;

/** A row of the record: a change, or several that were one action. */
interface RecordRow extends RecordedChange {
  readonly isJoined?: true;
}

/**
 * The rows of a record: dates that an operator blocked at once, for the same reason, become one
 * row, also where each has a change of its own. So do those that were unblocked.
 *
 * @param changes newest first
 */
export function groupChanges(changes: readonly RecordedChange[]): RecordRow[] {
  const rows: RecordRow[] = [];
  for (const change of changes) {
    const newer = rows.at(-1);
    if (newer !== undefined && isSameAction(newer, change)) rows.splice(-1, 1, join(newer, change));
    else rows.push(change);
  }
  return rows;
}

function isSameAction(newer: RecordRow, change: RecordedChange): boolean {
  return (
    (change.action === 'block' || change.action === 'unblock') &&
    change.dates.length === 1 &&
    (newer.dates.length === 1 || newer.isJoined === true) &&
    change.action === newer.action &&
    change.actor === newer.actor &&
    change.note === newer.note &&
    Date.parse(newer.at ?? '') - Date.parse(change.at ?? '') <= longest
  );
}

/** The row has the first and the last date, as that of a change of many dates. */
function join(newer: RecordRow, change: RecordedChange): RecordRow {
  const dates = [...newer.dates, ...change.dates].sort();
  return {
    ...newer,
    dates: [dates[0] as string, dates.at(-1) as string],
    dateCount: (newer.dateCount ?? 1) + 1,
    isJoined: true,
  };
}
