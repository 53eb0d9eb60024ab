import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTarget, type PendingChange, type StartedMove } from './changes.ts';
import { addDays, datesBetween, isDate, longDate } from './dates.ts';
import type { Calendar, Client, Day, RecordedChange } from './desk-client.ts';
import type { Query } from './find.ts';
import { ChangeButton, NoteField, ReasonField, textOf } from './form.tsx';
import { calendarLimits } from './generated/limits.ts';
import { History, useHistory } from './history.tsx';
import { OwnVerseForm } from './own-verse.tsx';
import { ReservedDay } from './reserved-day.tsx';
import { blockText, freeSentence, moveText, repeatText, unknownVerse } from './texts.ts';

interface DayPanelProps {
  readonly client: Client;
  /** Changes when the calendar does. */
  readonly version: number;
  readonly date: string;
  /** Those that have been read. */
  readonly days: ReadonlyMap<string, Day>;
  readonly bounds: Calendar;
  /** Whether the operator may change the calendar. */
  readonly isEditor: boolean;
  /** The verse that is to move, if one is. */
  readonly move: StartedMove | undefined;
  readonly onStartMove: (move: StartedMove) => void;
  readonly onCancelMove: () => void;
  readonly onSelect: (date: string) => void;
  /** Selects a date, but leaves the focus where it is; undefined where that is not possible. */
  readonly onShow: ((date: string) => void) | undefined;
  /** Selects the next date to which the verse that moves can go. */
  readonly onSelectNextFree: () => void;
  /** The keyboard goes back to the calendar. */
  readonly onLeave: () => void;
  readonly onChange: (change: PendingChange) => void;
  readonly onBlock: (dates: readonly string[], label: string) => void;
  readonly onUnblock: (from: string, to: string) => void;
  readonly onQuery: (query: Query) => void;
}

/** What is on the date that is selected, and what can be done there. */
export function DayPanel(props: DayPanelProps) {
  const { client, version, date, bounds, isEditor, move, onCancelMove, onLeave } = props;
  const panel = useRef<HTMLElement>(null);
  // Where somebody types, the form stays, whatever another operator or a player does to the date.
  const read = props.days.get(date);
  const latest = useRef(read);
  if (latest.current?.date !== date || !panel.current?.querySelector('input:focus')) latest.current = read;
  const day = latest.current;
  const changes = useHistory(client, date, version);
  const isFrozen = date <= bounds.frozenUntil;
  const mayChange = isEditor && !isFrozen;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return;
    event.preventDefault();
    if (move) onCancelMove();
    else onLeave();
  }
  return (
    <section ref={panel} class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <h2 id="day" tabIndex={-1}>
        {longDate(date)}
      </h2>
      {day &&
        (move ? (
          <MoveForm {...props} day={day} move={move} />
        ) : (
          <Content {...props} day={day} mayChange={mayChange} changes={changes} />
        ))}
      {move && <ChooseDate {...props} />}
      {isFrozen && <p>This date has begun somewhere on earth, or is past, so it cannot be changed.</p>}
      {!move && changes.length > 0 && <History changes={changes} />}
    </section>
  );
}

interface ContentProps extends DayPanelProps {
  readonly day: Day;
  readonly mayChange: boolean;
  /** The latest ones of the date. */
  readonly changes: readonly RecordedChange[];
}

function Content(props: ContentProps) {
  const { day, bounds, mayChange, changes, onBlock, onUnblock, onChange } = props;
  const { date, state, submission, label } = day;
  const ownVerse = mayChange && <OwnVerseForm date={date} onChange={onChange} />;
  switch (state) {
    case 'reserved':
      if (submission === undefined) return <p>{unknownVerse}</p>;
      return (
        <ReservedDay
          key={submission.id}
          {...props}
          submission={submission}
          label={label}
          hasUnread={bounds.unread > 1}
          setBy={changes.find(({ action, submission: id }) => action === 'set' && id === submission.id)}
        />
      );
    case 'free':
      return (
        <>
          <p>{freeSentence(date, bounds)}</p>
          {ownVerse}
          {mayChange && <BlockForm date={date} onBlock={onBlock} />}
        </>
      );
    case 'blocked':
      return (
        <>
          <p>{blockText('Blocked', label)}</p>
          {mayChange && <UnblockForm date={date} onUnblock={onUnblock} />}
          {ownVerse}
        </>
      );
  }
}

interface MoveFormProps extends Pick<DayPanelProps, 'days' | 'bounds' | 'onChange' | 'onCancelMove'> {
  /** The date that is selected. */
  readonly day: Day;
  readonly move: StartedMove;
}

/** Moves a verse to the date that is selected; if a verse is there, they swap their dates. */
function MoveForm({ day, days, bounds, move, onChange, onCancelMove }: MoveFormProps) {
  const { date: to, submission: other } = day;
  const { verse, from } = move;
  const isPossible = isTarget(move, day, bounds.frozenUntil);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const note = textOf(event, 'note');
        onChange({ action: 'move', verse, from, to, swapWith: other, note });
      }}
    >
      <p>
        {moveText(day, verse, from)} {isPossible && <strong>{repeatText(day, move, days, bounds)}</strong>}
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
function ChooseDate({ date, onShow, onSelect, onSelectNextFree }: DayPanelProps) {
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
          onInput={({ currentTarget: { value } }) => isDate(value) && onShow?.(value)}
        />
      </label>
      <button type="button" onClick={onSelectNextFree}>
        Next free date
      </button>
    </form>
  );
}

/** Blocks a date, or a range of at most a year. */
function BlockForm({ date, onBlock }: Pick<DayPanelProps, 'date' | 'onBlock'>) {
  return (
    <details>
      <summary>Block this date…</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const label = textOf(event, 'label');
          if (label !== undefined) onBlock(datesBetween(date, textOf(event, 'until') ?? date), label);
        }}
      >
        <ReasonField />
        <UntilField date={date} />
        <ChangeButton type="submit" class="main">
          Block
        </ChangeButton>
      </form>
    </details>
  );
}

/** Unblocks a date, or what is blocked in a range of at most a year. */
function UnblockForm({ date, onUnblock }: Pick<DayPanelProps, 'date' | 'onUnblock'>) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onUnblock(date, textOf(event, 'until') ?? date);
      }}
    >
      <UntilField date={date} />
      <ChangeButton type="submit">Unblock</ChangeButton>
    </form>
  );
}

/** The last date of a range that begins with a date. */
function UntilField({ date }: { date: string }) {
  return (
    <label>
      Until
      <input
        type="date"
        name="until"
        required
        defaultValue={date}
        min={date}
        max={addDays(date, calendarLimits.days - 1)}
      />
    </label>
  );
}
