import { useEffect, useState } from 'preact/hooks';
import type { Api, ChangeList, RecordedChange } from './api.ts';
import { instantText } from './dates.ts';
import { recordText } from './texts.ts';

/** Who changed what, the newest change first. */
export function Record({ api, version }: { api: Api; version: number }) {
  const [{ changes, before }, setList] = useState<ChangeList>({ changes: [] });
  const [hasFailed, setFailed] = useState(false);

  // Each version of the calendar is read anew.
  useEffect(() => {
    let isCurrent = true;
    api.listChanges(undefined).then(
      (list) => {
        if (!isCurrent) return;
        setList(list);
        setFailed(false);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, version]);

  async function showOlder(): Promise<void> {
    try {
      const older = await api.listChanges(before);
      setList({ ...older, changes: [...changes, ...older.changes] });
    } catch {
      setFailed(true);
    }
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
        <button type="button" onClick={showOlder}>
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
