import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTarget, type PendingChange, type StartedMove, seen } from './changes.ts';
import { isDate, longDate } from './dates.ts';
import type { Calendar, Day } from './desk-client.ts';
import { ChangeButton, NoteField, textOf, useShown } from './form.tsx';
import { moveText, repeatText } from './move-texts.ts';
import { frozenSentence } from './texts.ts';

interface MovePanelProps {
  /** The date that is selected. */
  readonly date: string;
  /** Those that have been read. */
  readonly days: ReadonlyMap<string, Day>;
  readonly bounds: Calendar;
  readonly move: StartedMove;
  readonly onCancelMove: () => void;
  readonly onSelect: (date: string) => void;
  /** Selects a date that is typed. */
  readonly onShow: (date: string) => void;
  /** Selects the next date to which the verse that moves can go. */
  readonly onSelectNextFree: () => void;
  readonly onChange: (change: PendingChange) => void;
}

/** What a move of a verse to the date that is selected would do, and the choice of another date. */
export function MovePanel(props: MovePanelProps) {
  const { date, days, bounds, onCancelMove } = props;
  const day = days.get(date);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancelMove();
  }
  return (
    <section class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <h2 id="day" tabIndex={-1}>
        {longDate(date)}
      </h2>
      {day && <MoveForm {...props} day={day} />}
      <ChooseDate {...props} />
      {date <= bounds.frozenUntil && <p>{frozenSentence}</p>}
    </section>
  );
}

interface MoveFormProps extends Pick<MovePanelProps, 'days' | 'bounds' | 'move' | 'onChange' | 'onCancelMove'> {
  /** The date that is selected. */
  readonly day: Day;
}

/** Moves a verse to the date that is selected; if a verse is there, they swap their dates. */
function MoveForm({ days, bounds, move, onChange, onCancelMove, ...props }: MoveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const day = useShown(props.day, form);
  const { submission: other } = day;
  const { verse, from } = move;
  const isPossible = isTarget(move, day, bounds.frozenUntil);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const note = textOf(event, 'note');
        onChange({ action: 'move', verse, from, to: seen(day), swapWith: other, note });
      }}
    >
      <p>
        {moveText(day, verse, from.date)} {isPossible && <strong>{repeatText(day, move, days, bounds)}</strong>}
      </p>
      {isPossible && (
        <details>
          <summary>Add a note…</summary>
          <NoteField />
        </details>
      )}
      <div class="row">
        {isPossible && (
          <ChangeButton type="submit" class="main">
            {other ? `Swap ${verse.reference} and ${other.reference}` : `Move ${verse.reference} here`}
          </ChangeButton>
        )}
        <button type="button" onClick={onCancelMove}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Selects the date to which a verse moves, without the calendar. */
function ChooseDate({ date, onShow, onSelect, onSelectNextFree }: MovePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  // Not where somebody types: a date is incomplete then.
  useLayoutEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = date;
  }, [date]);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const to = textOf(event, 'to');
        if (to !== undefined && isDate(to)) onSelect(to);
      }}
    >
      <label>
        Another date
        <input
          ref={input}
          type="date"
          name="to"
          required
          defaultValue={date}
          onInput={({ currentTarget: { value } }) => isDate(value) && onShow(value)}
        />
      </label>
      <button type="button" onClick={onSelectNextFree}>
        Next free date
      </button>
    </form>
  );
}
