import { hashOf } from './address.ts';
import { longDate } from './dates.ts';
import type { RecordedChange } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { recordParts } from './texts.ts';

export interface RecordTextProps {
  readonly change: RecordedChange;
  /** Leads to all changes of an operator. */
  readonly onActor?: (actor: string) => void;
  /** Opens a date. Without it, dates are links. */
  readonly onSelect?: (date: string) => void;
}

/** Who made a change of the record, and what it did, with what leads to its dates. */
export function RecordText({ change, onActor, onSelect }: RecordTextProps) {
  const { actor } = change;
  const name = useDesk().nameOf(change);
  const operator = <strong title={actor}>{name === 'you' ? 'You' : name}</strong>;
  return (
    <>
      {onActor ? (
        <button type="button" class="link" onClick={() => onActor(actor)}>
          {operator}
        </button>
      ) : (
        operator
      )}{' '}
      {recordParts(change).map((part) =>
        typeof part === 'string' ? (
          part
        ) : onSelect ? (
          <button key={part.date} type="button" class="link" onClick={() => onSelect(part.date)}>
            {longDate(part.date)}
          </button>
        ) : (
          <a key={part.date} href={hashOf({ view: 'calendar', date: part.date })}>
            {longDate(part.date)}
          </a>
        ),
      )}
    </>
  );
}
