import { Agenda } from './agenda.tsx';
import { CalendarBar, ModeSwitch } from './calendar-bar.tsx';
import { DayPanel } from './day-panel.tsx';
import { useDesk } from './desk-context.ts';
import { MonthGrid } from './month-grid.tsx';
import { Overview } from './overview.tsx';

interface CalendarViewProps {
  /** What the first view does not have, once it is loaded. */
  readonly later: typeof import('./later.ts') | undefined;
}

/** The calendar, as a grid or as a list, what leads to its dates, and what is beside it. */
export function CalendarView({ later }: CalendarViewProps) {
  const { state, dispatch, message, latest, say } = useDesk();
  const { mode, move } = state;
  return (
    <>
      <div class="overview">
        <Overview />
        {/* What takes the latest change back. Its place is held, so that nothing moves when it comes. */}
        <button
          type="button"
          class="link last"
          disabled={latest === undefined || latest === message}
          onClick={() => {
            say(latest);
            dispatch({ type: 'say' });
          }}
        >
          Last change…
        </button>
        <ModeSwitch />
      </div>
      <CalendarBar />
      {/* The date that is open says so, too. A message would lie over the date that has the focus. */}
      <p class="unseen" role="status">
        {move && `Choose a new date for ${move.verse.reference} in the calendar.`}
      </p>
      <div class="desk">
        {mode === 'month' && <MonthGrid />}
        <Agenda />
        <Place later={later} />
      </div>
    </>
  );
}

/** The one place for a date, for what was found, and for the target of a move; none if nothing is open. */
function Place({ later }: CalendarViewProps) {
  const { selected, query, move, isListShown } = useDesk().state;
  const open = isListShown ? undefined : selected;
  if (open === undefined && !(query && later)) return null;
  return (
    <div class="place">
      {query && later && <later.Results query={query} />}
      {open !== undefined && !move && <DayPanel key={open} date={open} />}
      {open !== undefined && move && later && <later.MovePanel date={open} move={move} />}
    </div>
  );
}
