import { useEffect, useState } from 'preact/hooks';
import type { ChangeList, Client, RecordedChange } from './client.ts';
import { instantText } from './dates.ts';
import { recordText } from './texts.ts';

/** Who changed what, the newest change first. */
export function Record({ client, version }: { client: Client; version: number }) {
  const [{ changes, before }, setList] = useState<ChangeList>({ changes: [] });
  const [hasFailed, setFailed] = useState(false);

  // Each version of the calendar is read anew.
  useEffect(() => {
    let isCurrent = true;
    void show({}, [], () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [client, version]);

  /** Shows a page of the record below the changes that are shown already. */
  async function show(page: { before?: number }, newer: ChangeList['changes'], isWanted = () => true): Promise<void> {
    const list = await client.listChanges(page).catch((error: Error) => error);
    if (!isWanted()) return;
    const hasFailed = list instanceof Error || list.status !== 200;
    setFailed(hasFailed);
    if (!hasFailed) setList({ ...list, changes: [...newer, ...list.changes] });
  }

  return (
    <section aria-labelledby="record">
      <h2 id="record">Record</h2>
      {hasFailed && <p>The record couldn’t be loaded.</p>}
      {changes.length === 0 && !hasFailed && <p>No changes yet.</p>}
      <ol>
        {changes.map((change) => (
          <Item key={change.id} change={change} />
        ))}
      </ol>
      {before !== undefined && (
        <button type="button" onClick={() => show({ before }, changes)}>
          Older
        </button>
      )}
    </section>
  );
}

function Item({ change }: { change: RecordedChange }) {
  const { at, actor, action, note } = change;
  return (
    <li>
      {at && <time dateTime={at}>{instantText(at)}</time>}
      <p>
        <strong>{actor}</strong> {recordText(change)}
      </p>
      {note && action !== 'block' && <p class="note">{note}</p>}
    </li>
  );
}
