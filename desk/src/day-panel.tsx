import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { PendingChange, StartedMove } from './changes.ts';
import { addDays, datesBetween, longDate } from './dates.ts';
import type { Calendar, Client, Day, RecordedChange } from './desk-client.ts';
import type { Query } from './find.ts';
import { ChangeButton, ReasonField, textOf, useShown } from './form.tsx';
import { calendarLimits } from './generated/limits.ts';
import { History, useHistory } from './history.tsx';
import { OwnVerseForm } from './own-verse.tsx';
import { ReservedDay } from './reserved-day.tsx';
import { blockText, freeSentence, frozenSentence, stateText, unknownVerse } from './texts.ts';

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
  readonly onStartMove: (move: StartedMove) => void;
  readonly onSelect: (date: string) => void;
  /** The keyboard goes back to the calendar. */
  readonly onLeave: () => void;
  readonly onChange: (change: PendingChange) => void;
  /** `shown`: dates that the operator has seen; of those of one date, the last counts. */
  readonly onBlock: (dates: readonly string[], label: string, shown: readonly Day[]) => void;
  readonly onUnblock: (dates: readonly string[], shown: readonly Day[]) => void;
  readonly onQuery: (query: Query) => void;
  /** What leads from the date, beside its heading. */
  readonly children: ComponentChildren;
}

/** What is on the date that is selected, and what can be done there. */
export function DayPanel(props: DayPanelProps) {
  const { client, version, date, bounds, isEditor, onLeave, onSelect } = props;
  const panel = useRef<HTMLElement>(null);
  const read = props.days.get(date);
  const day = useShown(read, panel);
  const changes = useHistory(client, date, version);
  const isFrozen = date <= bounds.frozenUntil;
  const mayChange = isEditor && !isFrozen;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return;
    event.preventDefault();
    onLeave();
  }
  return (
    <section ref={panel} class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <div class="head">
        <h2 id="day" tabIndex={-1}>
          {longDate(date)}
        </h2>
        {props.children}
      </div>
      {day && <Content {...props} day={day} now={read ?? day} mayChange={mayChange} changes={changes} />}
      {isFrozen && <p>{frozenSentence}</p>}
      {changes.length > 0 && <History changes={changes} onSelect={onSelect} />}
    </section>
  );
}

interface ContentProps extends DayPanelProps {
  /** Whose forms are shown. */
  readonly day: Day;
  /** What the sentence is about: the date as it is now. */
  readonly now: Day;
  readonly mayChange: boolean;
  /** The latest ones of the date. */
  readonly changes: readonly RecordedChange[];
}

function Content(props: ContentProps) {
  const { day, days, now, bounds, mayChange, changes, onBlock, onUnblock, onChange } = props;
  const { date, state, submission } = day;
  const shown = [...days.values(), day];
  const ownVerse = mayChange && <OwnVerseForm day={day} onChange={onChange} />;
  switch (state) {
    case 'reserved':
      if (submission === undefined) return <p>{unknownVerse}</p>;
      return (
        <ReservedDay
          key={submission.id}
          {...props}
          submission={submission}
          hasUnread={bounds.unread > 1}
          setBy={changes.find(({ action, submission: id }) => action === 'set' && id === submission.id)}
        />
      );
    case 'free':
      return (
        <>
          <p role="status">{openText(now, bounds)}</p>
          {ownVerse}
          {mayChange && <BlockForm date={date} onBlock={(dates, label) => onBlock(dates, label, shown)} />}
        </>
      );
    case 'blocked':
      return (
        <>
          <p role="status">{openText(now, bounds)}</p>
          {mayChange && <UnblockForm date={date} onUnblock={(dates) => onUnblock(dates, shown)} />}
          {ownVerse}
        </>
      );
  }
}

/** What is on a date that had no verse when its forms were shown. */
function openText(day: Day, bounds: Calendar): string {
  if (day.state === 'reserved') return `${longDate(day.date)} ${stateText(day)} now.`;
  return day.state === 'blocked' ? blockText('Blocked', day.label) : freeSentence(day.date, bounds);
}

/** Blocks a date, or a range of at most a year. */
function BlockForm({ date, onBlock }: { date: string; onBlock: (dates: string[], label: string) => void }) {
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
function UnblockForm({ date, onUnblock }: { date: string; onUnblock: (dates: string[]) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onUnblock(datesBetween(date, textOf(event, 'until') ?? date));
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
