import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks';
import { readAddress } from './address.ts';
import { hasColumn, latestMode } from './calendar-bar.tsx';
import { CalendarView } from './calendar-view.tsx';
import type { StartedMove } from './changes.ts';
import { type Client, hasStatus } from './desk-client.ts';
import { calendarAddress, openDesk, rangeOf, step } from './desk-state.ts';
import type { Query } from './find.ts';
import { Sending } from './form.tsx';
import { weekStart } from './month-grid.tsx';
import { type Message, Notice } from './notice.tsx';
import { Place } from './place.tsx';
import type { SignIn } from './sign-in.ts';
import { firstGap, noRoleText, problemText, unreadText } from './texts.ts';
import { Top } from './top.tsx';
import { useAddress } from './use-address.ts';
import { useCalendar } from './use-calendar.ts';
import { useChanges } from './use-changes.ts';
import { useFocus } from './use-focus.ts';
import { useKeys } from './use-keys.ts';
import { useModule } from './use-module.ts';
import { useReading } from './use-reading.ts';
import { useTitle } from './use-title.ts';

interface DeskProps {
  readonly client: Client;
  readonly signIn: Pick<SignIn, 'whenSignedIn'>;
  /** Whether the operator has to sign in again; what is typed stays until then. */
  readonly hasEnded: boolean;
  /** How to do so, unless that is in the page's heading. */
  readonly children?: ComponentChildren;
}

/** The whole desk of an operator who has a token. */
export function Desk({ client, signIn, hasEnded, children }: DeskProps) {
  const [state, dispatch] = useReducer(step, undefined, openNow);
  const { address, mode, focused, query, move } = state;
  const { calendar, days, problem, unreadSince, version, reload } = useCalendar(client, rangeOf(state), hasEnded);
  const changes = useChanges(client, signIn, {
    onMade(made, days, isElsewhere) {
      reload(days);
      reading.afterChange(made, isElsewhere);
    },
    onFail: () => dispatch({ type: 'say' }),
  });
  const { message, latest, progress, say, fail, make, block } = changes;
  const reading = useReading(client, state, calendar, days, changes, dispatch);
  const isLaterNeeded = address.view !== 'calendar' || query !== undefined || move !== undefined;
  const later = useModule(isLaterNeeded, () => import('./later.ts'), fail);
  const today = calendar?.today ?? state.opened;

  useAddress(address, (address) => dispatch({ type: 'follow', address }));
  useFocus(state.focus, days.has(focused), later !== undefined);
  useTitle(calendar?.unread);
  useKeys({ t: goToToday, r: reading.readOn, n: reading.openNextUnread, '/': find, Escape: cancel });
  useLayoutEffect(() => scrollTo(0, 0), [address.view]);
  // Beside the calendar there is a date at first: the first gap, or today.
  useEffect(() => {
    if (calendar === undefined || !hasColumn()) return;
    const gap = firstGap(calendar, days);
    dispatch({ type: 'fill', date: gap && days.has(gap) ? gap : today });
  }, [calendar === undefined]);

  function goToToday(): void {
    dispatch({ type: 'go to today', today });
  }

  function find(): void {
    dispatch({ type: 'find' });
  }

  function select(date: string): void {
    dispatch({ type: 'open date', date });
  }

  function search(query: Query | undefined): void {
    dispatch(query ? { type: 'search', query } : { type: 'end search' });
  }

  function startMove(move: StartedMove): void {
    say(undefined);
    dispatch({ type: 'start move', move, isInGrid: mode === 'month' && hasColumn() });
  }

  function drag(move: StartedMove | undefined): void {
    say(undefined);
    dispatch({ type: 'drag', move });
  }

  function giveUpMove(): void {
    say(undefined);
    dispatch({ type: 'give up move' });
  }

  function closeMessage(): void {
    // Do not move the focus if the operator has moved it.
    const hadFocus = document.activeElement?.closest('.notice');
    say(undefined);
    if (hadFocus) dispatch({ type: 'close message' });
  }

  /** Shows the latest change again, with what takes it back. */
  function sayAgain(latest: Message): void {
    say(latest);
    dispatch({ type: 'say' });
  }

  function cancel(): void {
    if (move) giveUpMove();
    else if (message) closeMessage();
    else if (query) search(undefined);
  }

  if (hasStatus(problem, 403)) return <p role="status">{noRoleText}</p>;
  return (
    <Sending.Provider value={progress !== undefined}>
      <Notice
        problem={problem ? problemText(problem) : unreadText(unreadSince)}
        onReload={problem && (() => reload())}
        message={message}
        progress={progress}
        onSelect={select}
        onClose={closeMessage}
        onPass={() => say(undefined)}
      />
      {children}
      {calendar === undefined ? (
        <p role="status">{problem === undefined && !hasEnded && 'Loading…'}</p>
      ) : (
        <>
          <Top
            view={address.view}
            calendar={calendarAddress(state)}
            isFinding={state.isFinding}
            today={today}
            onQuery={search}
            onSelect={select}
          />
          {/* Hidden, so that what is typed stays. */}
          <div hidden={address.view !== 'calendar'}>
            <CalendarView
              state={state}
              dispatch={dispatch}
              calendar={calendar}
              days={days}
              onSelect={select}
              onQuery={search}
              onToday={goToToday}
              onLatest={latest && latest !== message ? () => sayAgain(latest) : undefined}
              onDrag={drag}
            >
              <Place
                client={client}
                version={version}
                state={state}
                dispatch={dispatch}
                calendar={calendar}
                days={days}
                changes={changes}
                reading={reading}
                later={later}
                onSelect={select}
                onQuery={search}
                onStartMove={startMove}
                onGiveUpMove={giveUpMove}
              />
            </CalendarView>
          </div>
          {later && address.view === 'record' && <later.Record client={client} version={version} />}
          {later && address.view === 'settings' && (
            <later.Settings
              client={client}
              calendar={calendar}
              version={version}
              onBlock={block}
              onChange={make}
              onFail={fail}
            />
          )}
        </>
      )}
    </Sending.Provider>
  );
}

function openNow() {
  return openDesk(readAddress(location.hash), latestMode(), new Date().toISOString().slice(0, 10), weekStart);
}
