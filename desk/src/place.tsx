import type { StartedMove } from './changes.ts';
import { longDate } from './dates.ts';
import { DayPanel } from './day-panel.tsx';
import type { Calendar, Client, Day } from './desk-client.ts';
import type { DeskEvent, DeskState } from './desk-state.ts';
import type { Query } from './find.ts';
import type { Changes } from './use-changes.ts';
import { hintOf } from './use-keys.ts';
import type { Reading } from './use-reading.ts';

/** Whether dates are picked, and not typed. */
const isTouched = matchMedia('(pointer: coarse)').matches;

interface PlaceProps {
  readonly client: Client;
  /** Changes when the calendar does. */
  readonly version: number;
  readonly state: DeskState;
  readonly dispatch: (event: DeskEvent) => void;
  readonly calendar: Calendar;
  /** Those that have been read. */
  readonly days: ReadonlyMap<string, Day>;
  readonly changes: Changes;
  readonly reading: Reading;
  /** What the first view does not have, once it is loaded. */
  readonly later: typeof import('./later.ts') | undefined;
  readonly onSelect: (date: string) => void;
  /** Searches, or ends the search. */
  readonly onQuery: (query: Query | undefined) => void;
  readonly onStartMove: (move: StartedMove) => void;
  readonly onGiveUpMove: () => void;
}

/** The one place for a date, for what was found, and for the target of a move; none if nothing is open. */
export function Place(props: PlaceProps) {
  const { client, version, state, dispatch, calendar, days, changes, reading, later, onSelect, onQuery } = props;
  const { selected, query, move, isListShown } = state;
  const { make, block, unblock, restore } = changes;
  const open = isListShown ? undefined : selected;
  const isOpenUnread = open !== undefined && days.get(open)?.submission?.reviewed === false;
  const isEditor = calendar.role === 'calendar-editor';
  const onLeave = () => dispatch({ type: 'leave date' });
  if (open === undefined && !(query && later)) return null;
  return (
    <div class="place">
      {query && later && (
        <later.Results
          client={client}
          query={query}
          version={version}
          bounds={calendar}
          isEditor={isEditor}
          selected={selected}
          isShown={isListShown}
          onBack={onLeave}
          onQuery={onQuery}
          onSelect={onSelect}
          onChange={make}
          onRestore={(verse, to, note) => restore(verse, to, note, [...days.values()])}
        />
      )}
      {open !== undefined && !move && (
        <DayPanel
          key={open}
          client={client}
          version={version}
          date={open}
          days={days}
          bounds={calendar}
          isEditor={isEditor}
          onStartMove={props.onStartMove}
          onSelect={onSelect}
          onLeave={onLeave}
          onChange={make}
          onBlock={block}
          onUnblock={unblock}
          onQuery={onQuery}
        >
          {calendar.unread > Number(isOpenUnread) && (
            <button type="button" class="link" {...hintOf('N')} onClick={reading.openNextUnread}>
              Next unread ›
            </button>
          )}
          <button type="button" aria-label={`Close ${longDate(open)}`} onClick={() => dispatch({ type: 'close date' })}>
            ✕
          </button>
        </DayPanel>
      )}
      {open !== undefined && move && later && (
        <later.MovePanel
          date={open}
          days={days}
          bounds={calendar}
          move={move}
          onCancelMove={props.onGiveUpMove}
          onSelect={onSelect}
          // A touch picks a date as a whole.
          onShow={isTouched ? onSelect : (date) => dispatch({ type: 'type target', date })}
          onSelectNextFree={reading.openNextFree}
          onChange={make}
        />
      )}
    </div>
  );
}
