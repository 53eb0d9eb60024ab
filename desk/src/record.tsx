import { useState } from 'preact/hooks';
import { hashOf } from './address.ts';
import { dayOfMonth, instantText, monthTitle } from './dates.ts';
import type { ChangeList, Client, RecordedChange } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { actions } from './generated/limits.ts';
import { RecordText, type RecordTextProps } from './record-text.tsx';
import { useRead } from './use-read.ts';

type Filter = Omit<NonNullable<Parameters<Client['listChanges']>[0]>, 'before'>;

/** What the filter calls the kinds of changes. */
const actionNames: { readonly [action in RecordedChange['action']]: string } = {
  move: 'Moved',
  swap: 'Swapped',
  withdraw: 'Withdrawn',
  restore: 'Restored',
  set: 'Own verse set',
  block: 'Blocked',
  unblock: 'Unblocked',
  pause: 'Paused',
  resume: 'Resumed',
  erase: 'Player erased',
};

/** Who changed what, the newest change first. */
export function Record() {
  const { client, version, nameOf } = useDesk();
  const [filter, setFilter] = useState<Filter>({});
  const [list, setList] = useState<ChangeList & { readonly filter?: Filter }>({ changes: [] });
  const { changes, before, months = [] } = list;
  const [hasFailed, setFailed] = useState(false);
  const chosen = filter.actor && nameOf(changes.find(({ actor }) => actor === filter.actor) ?? { actor: filter.actor });

  // Each version of the calendar is read anew. If nothing is new, the older changes stay, too.
  useRead(read, (first) => first && setList((shown) => (isNew(shown, first) ? { ...first, filter } : shown)), [
    client,
    filter,
    version,
  ]);

  function isNew(shown: typeof list, first: ChangeList): boolean {
    return shown.filter !== filter || shown.changes[0]?.id !== first.changes[0]?.id;
  }

  /** @returns undefined if that failed */
  async function read(page: { before?: number } = {}): Promise<ChangeList | undefined> {
    const result = await client.listChanges({ ...filter, ...page }).catch(() => undefined);
    setFailed(result?.status !== 200);
    return result?.status === 200 ? result : undefined;
  }

  /** Shows the next page below the changes that are shown, unless others are by then. */
  async function showOlder(page: { before: number }): Promise<void> {
    const older = await read(page);
    if (older)
      setList((shown) =>
        shown === list ? { ...older, filter, months, changes: [...changes, ...older.changes] } : shown,
      );
  }

  /** Sets a part of the filter, or leaves it out. */
  function choose(part: keyof Filter, value: string): void {
    const { [part]: _former, ...others } = filter;
    setFilter(value === '' ? others : { ...others, [part]: value });
  }

  return (
    <section aria-labelledby="record">
      <h2 id="record">Record</h2>
      <div class="row filters">
        <select aria-label="Kind of change" onChange={({ currentTarget }) => choose('action', currentTarget.value)}>
          <option value="">All changes</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionNames[action]}
            </option>
          ))}
        </select>
        <select
          aria-label="Month of the changes"
          onChange={({ currentTarget }) => choose('month', currentTarget.value)}
        >
          <option value="">All months</option>
          {months.map((month) => (
            <option key={month} value={month}>
              {monthTitle(month)}
            </option>
          ))}
        </select>
        {chosen && (
          <button type="button" aria-label={`By ${chosen}: show all operators`} onClick={() => choose('actor', '')}>
            By {chosen} ✕
          </button>
        )}
      </div>
      {hasFailed && <p>The record couldn’t be loaded.</p>}
      {list.filter !== filter && !hasFailed && <p role="status">Loading…</p>}
      {list.filter === filter && changes.length === 0 && <p>No changes{Object.keys(filter).length === 0 && ' yet'}.</p>}
      <ol>
        {changes.map((change) => (
          <Item key={change.id} change={change} onActor={(actor) => choose('actor', actor)} />
        ))}
      </ol>
      {before !== undefined && (
        <button type="button" onClick={() => showOlder({ before })}>
          Older
        </button>
      )}
    </section>
  );
}

function Item({ change, onActor }: Required<Omit<RecordTextProps, 'onSelect'>>) {
  const { at, action, dates, note } = change;
  const isBlock = action.endsWith('block');
  const isMany = isBlock && dates.length > 1;
  return (
    <li>
      {at && <time dateTime={at}>{instantText(at)}</time>}
      <p>
        <RecordText change={change} onActor={onActor} />
      </p>
      {isMany && (
        <p class="note">
          <a href={hashOf({ view: 'calendar', date: dates[0] })}>{dayOfMonth(dates[0] ?? '')}</a> to{' '}
          <a href={hashOf({ view: 'calendar', date: dates[1] })}>{dayOfMonth(dates[1] ?? '')}</a>
        </p>
      )}
      {note && !isBlock && <p class="note">{note}</p>}
    </li>
  );
}
