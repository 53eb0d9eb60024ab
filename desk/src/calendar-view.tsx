import type { ComponentChildren } from 'preact';
import { Agenda } from './agenda.tsx';
import { CalendarBar, ModeSwitch } from './calendar-bar.tsx';
import { datesBetween, longer } from './dates.ts';
import type { Calendar, Day } from './desk-client.ts';
import { type DeskEvent, type DeskState, rangeOf, weeksShown } from './desk-state.ts';
import type { Query } from './find.ts';
import { MonthGrid } from './month-grid.tsx';
import { Overview } from './overview.tsx';
import { firstGap } from './texts.ts';

interface CalendarViewProps {
  readonly state: DeskState;
  readonly dispatch: (event: DeskEvent) => void;
  readonly calendar: Calendar;
  readonly days: ReadonlyMap<string, Day>;
  readonly onSelect: (date: string) => void;
  readonly onQuery: (query: Query) => void;
  readonly onToday: () => void;
  /** Shows the latest change again, with what takes it back; undefined if there is none. */
  readonly onLatest: (() => void) | undefined;
  readonly onDrag: Parameters<typeof MonthGrid>[0]['onDrag'];
  /** What is beside it. */
  readonly children: ComponentChildren;
}

/** The calendar, as a grid or as a list, and what leads to its dates. */
export function CalendarView(props: CalendarViewProps) {
  const { state, dispatch, calendar, days, onSelect, onQuery, onToday, onLatest, onDrag, children } = props;
  const { mode, focused, selected, isFromNow, move, agenda } = state;
  const { from, to } = rangeOf(state);
  const onFocus = (date: string) => dispatch({ type: 'focus', date });
  return (
    <>
      <div class="overview">
        <Overview calendar={calendar} gap={firstGap(calendar, days)} onSelect={onSelect} onQuery={onQuery} />
        {/* Its place is held, so that nothing moves when it comes. */}
        <button type="button" class="link last" disabled={onLatest === undefined} onClick={onLatest}>
          Last change…
        </button>
        <ModeSwitch mode={mode} onMode={(mode) => dispatch({ type: 'choose mode', mode })} />
      </div>
      <CalendarBar
        mode={mode}
        today={calendar.today}
        shown={focused}
        isFromNow={isFromNow}
        onShow={(date) => dispatch({ type: 'choose month', date })}
        onToday={onToday}
        onFind={() => dispatch({ type: 'find' })}
      />
      {/* The date that is open says so, too. A message would lie over the date that has the focus. */}
      <p class="unseen" role="status">
        {move && `Choose a new date for ${move.verse.reference} in the calendar.`}
      </p>
      <div class="desk">
        {mode === 'month' && (
          <MonthGrid
            days={days}
            weeks={weeksShown(state)}
            isFromNow={isFromNow}
            today={calendar.today}
            bounds={calendar}
            focused={focused}
            selected={selected}
            move={move}
            isEditor={calendar.role === 'calendar-editor'}
            onFocus={onFocus}
            onSelect={onSelect}
            onDrag={onDrag}
          />
        )}
        <Agenda
          days={datesBetween(from, to).flatMap((date) => days.get(date) ?? [])}
          bounds={calendar}
          focused={focused}
          selected={selected}
          isForPrint={mode === 'month'}
          onFocus={onFocus}
          onSelect={onSelect}
          onMore={
            mode === 'agenda' && longer(agenda) && days.has(agenda.to)
              ? () => dispatch({ type: 'lengthen agenda' })
              : undefined
          }
        />
        {children}
      </div>
    </>
  );
}
