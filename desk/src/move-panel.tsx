import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTarget, type StartedMove, seen } from './changes.ts';
import { isDate, longDate } from './dates.ts';
import type { Day } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { ChangeButton, NoteField, textOf, useShown } from './form.tsx';
import { moveText, repeatText } from './move-texts.ts';
import { frozenSentence } from './texts.ts';

/** Whether dates are picked, and not typed. */
const isTouched = matchMedia('(pointer: coarse)').matches;

interface MovePanelProps {
  /** The date that is open. */
  readonly date: string;
  readonly move: StartedMove;
}

/** What a move of a verse to the date that is open would do, and the choice of another date. */
export function MovePanel({ date, move }: MovePanelProps) {
  const { calendar, days, giveUpMove } = useDesk();
  const day = days.get(date);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    giveUpMove();
  }
  return (
    <section class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <h2 id="day" tabIndex={-1}>
        {longDate(date)}
      </h2>
      {day && <MoveForm day={day} move={move} />}
      <ChooseDate date={date} />
      {date <= calendar.frozenUntil && <p>{frozenSentence}</p>}
    </section>
  );
}

/** Moves a verse to the date that is open; if a verse is there, they swap their dates. */
function MoveForm({ move, ...props }: { readonly move: StartedMove; readonly day: Day }) {
  const { calendar, days, make, giveUpMove } = useDesk();
  const form = useRef<HTMLFormElement>(null);
  const day = useShown(props.day, form);
  const { submission: other } = day;
  const { verse, from } = move;
  const isPossible = isTarget(move, day, calendar.frozenUntil);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const note = textOf(event, 'note');
        void make({ action: 'move', verse, from, to: seen(day), swapWith: other, note });
      }}
    >
      <p>
        {moveText(day, verse, from.date)} {isPossible && <strong>{repeatText(day, move, days, calendar)}</strong>}
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
        <button type="button" onClick={giveUpMove}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Selects the date to which a verse moves, without the calendar. */
function ChooseDate({ date }: { readonly date: string }) {
  const { dispatch, openDate, openNextFree } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  // A touch picks a date as a whole.
  const show = isTouched ? openDate : (typed: string) => dispatch({ type: 'type target', date: typed });
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
        if (to !== undefined && isDate(to)) openDate(to);
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
          onInput={({ currentTarget: { value } }) => isDate(value) && show(value)}
        />
      </label>
      <button type="button" onClick={openNextFree}>
        Next free date
      </button>
    </form>
  );
}
