import type { ComponentChildren } from 'preact';
import { Agenda } from './agenda.tsx';
import { CalendarBar, ModeSwitch } from './calendar-bar.tsx';
import { datesBetween, longDate, longer } from './dates.ts';
import type { Calendar, Day } from './desk-client.ts';
import { type DeskEvent, type DeskState, rangeOf, weeksShown } from './desk-state.ts';
import type { Query } from './find.ts';
import { MonthGrid } from './month-grid.tsx';
import { Overview } from './overview.tsx';
import { firstGap } from './texts.ts';
import { hintOf } from './use-keys.ts';

interface CalendarViewProps {
  readonly state: DeskState;
  readonly dispatch: (event: DeskEvent) => void;
  readonly calendar: Calendar;
  readonly days: ReadonlyMap<string, Day>;
  readonly onSelect: (date: string) => void;
  readonly onQuery: (query: Query) => void;
  readonly onToday: () => void;
  readonly onNextUnread: () => void;
  /** Shows the latest change again, with what takes it back; undefined if there is none. */
  readonly onLatest: (() => void) | undefined;
  readonly onDrag: Parameters<typeof MonthGrid>[0]['onDrag'];
  /** What was found, if something was searched. */
  readonly results: ComponentChildren;
  /** What is on the date that is open. */
  readonly panel: ComponentChildren;
}

/**
 * The calendar, and one place for a date: beside it, or a sheet at the lower edge of a narrow window.
 * What was found is in the same place.
 */
export function CalendarView(props: CalendarViewProps) {
  const { state, dispatch, calendar, days, onSelect, onQuery, onToday, onNextUnread, onLatest, onDrag } = props;
  const { results, panel } = props;
  const { mode, focused, selected, isFromNow, isListShown, move, agenda } = state;
  const { from, to } = rangeOf(state);
  const onFocus = (date: string) => dispatch({ type: 'focus', date });
  const open = isListShown ? undefined : selected;
  const isOpenUnread = open !== undefined && days.get(open)?.submission?.reviewed === false;
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
        {(open !== undefined || results) && (
          <div class="place">
            {results}
            {open !== undefined && !move && (
              <div class="ways">
                {calendar.unread > Number(isOpenUnread) && (
                  <button type="button" class="link" {...hintOf('N')} onClick={onNextUnread}>
                    Next unread ›
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`Close ${longDate(open)}`}
                  onClick={() => dispatch({ type: 'close date' })}
                >
                  ✕
                </button>
              </div>
            )}
            {open !== undefined && panel}
          </div>
        )}
      </div>
    </>
  );
}
