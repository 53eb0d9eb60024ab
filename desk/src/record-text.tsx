import { hashOf } from './address.ts';
import { longDate } from './dates.ts';
import type { RecordedChange } from './desk-client.ts';
import { recordParts } from './texts.ts';

interface RecordTextProps {
  readonly change: RecordedChange;
  /** Whether it may have concerned more dates. */
  readonly isCut?: boolean;
}

/** Who made a change of the record, and what it did, with links to its dates. */
export function RecordText({ change, isCut = false }: RecordTextProps) {
  return (
    <>
      <strong>{change.actor}</strong>{' '}
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
