import { hashOf } from './address.ts';
import { longDate } from './dates.ts';
import type { RecordedChange } from './desk-client.ts';
import { recordParts } from './texts.ts';

export interface RecordTextProps {
  readonly change: RecordedChange;
  /** Whether it may have concerned more dates. */
  readonly isCut?: boolean;
  /** Leads to all changes of an operator. */
  readonly onActor?: (actor: string) => void;
}

/** Who made a change of the record, and what it did, with links to its dates. */
export function RecordText({ change, isCut = false, onActor }: RecordTextProps) {
  const { actor } = change;
  return (
    <>
      {onActor ? (
        <button type="button" class="link" onClick={() => onActor(actor)}>
          <strong>{actor}</strong>
        </button>
      ) : (
        <strong>{actor}</strong>
      )}{' '}
      {recordParts(change, isCut).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={part.date} href={hashOf({ view: 'calendar', date: part.date })}>
            {longDate(part.date)}
          </a>
        ),
      )}
    </>
  );
}
