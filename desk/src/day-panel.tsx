import { useRef } from 'preact/hooks';
import { addDays, datesBetween, longDate } from './dates.ts';
import type { Calendar, Day, RecordedChange } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { ChangeButton, ReasonField, textOf, useShown } from './form.tsx';
import { calendarLimits } from './generated/limits.ts';
import { History, useHistory } from './history.tsx';
import { OwnVerseForm } from './own-verse.tsx';
import { ReservedDay } from './reserved-day.tsx';
import { blockText, freeSentence, frozenSentence, isUnread, stateText, unknownVerse } from './texts.ts';
import { hintOf } from './use-keys.ts';

/** What is on the date that is open, and what can be done there. */
export function DayPanel({ date }: { readonly date: string }) {
  const { calendar, days, isEditor, dispatch, openNextUnread } = useDesk();
  const panel = useRef<HTMLElement>(null);
  const read = days.get(date);
  const day = useShown(read, panel);
  const changes = useHistory(date);
  const isFrozen = date <= calendar.frozenUntil;
  const others = calendar.unread - (read && isUnread(read) ? 1 : 0);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return;
    event.preventDefault();
    dispatch({ type: 'leave date' });
  }
  return (
    <section ref={panel} class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <div class="head">
        <h2 id="day" tabIndex={-1}>
          {longDate(date)}
        </h2>
        {others > 0 && (
          <button type="button" class="link" {...hintOf('N')} onClick={openNextUnread}>
            Next unread ›
          </button>
        )}
        <button type="button" aria-label={`Close ${longDate(date)}`} onClick={() => dispatch({ type: 'close date' })}>
          ✕
        </button>
      </div>
      {day && <Content day={day} now={read ?? day} mayChange={isEditor && !isFrozen} changes={changes} />}
      {isFrozen && <p>{frozenSentence}</p>}
      {changes.length > 0 && <History changes={changes} />}
    </section>
  );
}

interface ContentProps {
  /** Whose forms are shown. */
  readonly day: Day;
  /** What the sentence is about: the date as it is now. */
  readonly now: Day;
  readonly mayChange: boolean;
  readonly changes: readonly RecordedChange[];
}

function Content({ day, now, mayChange, changes }: ContentProps) {
  const { calendar } = useDesk();
  const { state, submission } = day;
  if (state === 'reserved') {
    if (submission === undefined) return <p>{unknownVerse}</p>;
    const setBy = changes.find(({ action, submission: id }) => action === 'set' && id === submission.id);
    return <ReservedDay key={submission.id} day={day} submission={submission} setBy={setBy} mayChange={mayChange} />;
  }
  return (
    <>
      <p role="status">{openText(now, calendar)}</p>
      {mayChange && state === 'blocked' && <UnblockForm day={day} />}
      {mayChange && <OwnVerseForm day={day} />}
      {mayChange && state === 'free' && <BlockForm day={day} />}
    </>
  );
}

/** What is on a date that had no verse when its forms were shown. */
function openText(day: Day, calendar: Calendar): string {
  if (day.state === 'reserved') return `${longDate(day.date)} ${stateText(day)} now.`;
  return day.state === 'blocked' ? blockText('Blocked', day.label) : freeSentence(day.date, calendar);
}

/** Blocks a date, or a range of at most a year. */
function BlockForm({ day }: { readonly day: Day }) {
  const { days, block } = useDesk();
  return (
    <details>
      <summary>Block this date…</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const label = textOf(event, 'label');
          const dates = datesBetween(day.date, textOf(event, 'until') ?? day.date);
          if (label !== undefined) block(dates, label, [...days.values(), day]);
        }}
      >
        <ReasonField />
        <UntilField date={day.date} />
        <ChangeButton type="submit" class="main">
          Block
        </ChangeButton>
      </form>
    </details>
  );
}

/** Unblocks a date, or what is blocked in a range of at most a year. */
function UnblockForm({ day }: { readonly day: Day }) {
  const { days, unblock } = useDesk();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        unblock(datesBetween(day.date, textOf(event, 'until') ?? day.date), [...days.values(), day]);
      }}
    >
      <UntilField date={day.date} />
      <ChangeButton type="submit">Unblock</ChangeButton>
    </form>
  );
}

function UntilField({ date }: { readonly date: string }) {
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
