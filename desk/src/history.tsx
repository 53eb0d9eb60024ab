import { useEffect, useState } from 'preact/hooks';
import { instantText } from './dates.ts';
import type { Client, RecordedChange } from './desk-client.ts';
import { RecordText } from './record-text.tsx';

/** How many changes of a date are shown. */
const shown = 3;

/** The latest changes of a date; none if they cannot be read. */
export function useHistory(client: Client, date: string, version: number): readonly RecordedChange[] {
  const [changes, setChanges] = useState<readonly RecordedChange[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void client
      .listChanges({ date })
      .catch(() => undefined)
      .then((result) => isCurrent && result?.status === 200 && setChanges(result.changes));
    return () => {
      isCurrent = false;
    };
  }, [client, date, version]);
  return changes;
}

interface HistoryProps {
  readonly changes: readonly RecordedChange[];
  readonly onSelect: (date: string) => void;
}

/** Who put, moved or blocked what is on a date. */
export function History({ changes, onSelect }: HistoryProps) {
  return (
    <div class="history">
      <h3>History</h3>
      <ul>
        {changes.slice(0, shown).map((change) => (
          <li key={change.id}>
            <RecordText change={change} onSelect={onSelect} />
            {change.at && (
              <>
                {' '}
                · <time dateTime={change.at}>{instantText(change.at)}</time>
              </>
            )}
            {change.note && !change.action.endsWith('block') && <span class="note"> · {change.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
