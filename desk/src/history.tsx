import { useState } from 'preact/hooks';
import { instantText } from './dates.ts';
import type { RecordedChange } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { RecordText } from './record-text.tsx';
import { useRead } from './use-read.ts';

/** How many changes of a date are shown. */
const shown = 3;

/** The latest changes of a date; none if they cannot be read. */
export function useHistory(date: string): readonly RecordedChange[] {
  const { client, version } = useDesk();
  const [changes, setChanges] = useState<readonly RecordedChange[]>([]);
  useRead(
    () => client.listChanges({ date }).catch(() => undefined),
    (result) => result?.status === 200 && setChanges(result.changes),
    [client, date, version],
  );
  return changes;
}

/** Who put, moved or blocked what is on a date. */
export function History({ changes }: { readonly changes: readonly RecordedChange[] }) {
  const { openDate } = useDesk();
  return (
    <div class="history">
      <h3>History</h3>
      <ul>
        {changes.slice(0, shown).map((change) => (
          <li key={change.id}>
            <RecordText change={change} onSelect={openDate} />
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
