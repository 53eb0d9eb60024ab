import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import { hashOf, readAddress, views } from './address.ts';
import { hasColumn, latestMode } from './calendar-bar.tsx';
import { CalendarView } from './calendar-view.tsx';
import { type Client, hasStatus } from './desk-client.ts';
import { type DeskContext, DeskProvider } from './desk-context.ts';
import { calendarAddress, openDesk, rangeOf, step } from './desk-state.ts';
import { Sending } from './form.tsx';
import { weekStart } from './month-grid.tsx';
import { Notice } from './notice.tsx';
import { SearchField } from './search-field.tsx';
import type { SignIn } from './sign-in.ts';
import { firstGap, noRoleText, operatorName, problemText, unreadText, viewNames } from './texts.ts';
import { useAddress } from './use-address.ts';
import { useCalendar } from './use-calendar.ts';
import { useChanges } from './use-changes.ts';
import { useFocus } from './use-focus.ts';
import { useKeys } from './use-keys.ts';
import { useReading } from './use-reading.ts';

interface DeskProps {
  readonly client: Client;
  /** The id of the operator who is signed in. */
  readonly self: string;
  readonly signIn: Pick<SignIn, 'whenSignedIn'>;
  /** Whether the operator has to sign in again; what is typed stays until then. */
  readonly hasEnded: boolean;
  /** How to do so, unless that is in the page's heading. */
  readonly children?: ComponentChildren;
}

/** The whole desk of an operator who has a token. */
export function Desk({ client, self, signIn, hasEnded, children }: DeskProps) {
  const [state, dispatch] = useReducer(step, undefined, openNow);
  const { address, focused, query, move } = state;
  const { view } = address;
  const { calendar, days, problem, unreadSince, version, reload } = useCalendar(client, rangeOf(state), hasEnded);
  const changes = useChanges(client, self, signIn, {
    onMade(made, days, isElsewhere) {
      reload(days);
      reading.afterChange(made, isElsewhere);
    },
    onFail: () => dispatch({ type: 'say' }),
  });
  const { message, progress, say, fail } = changes;
  const reading = useReading(client, state, calendar, days, changes, dispatch);
  const isLaterNeeded = view !== 'calendar' || query !== undefined || move !== undefined;
  const [loaded, setLoaded] = useState<typeof import('./later.ts')>();
  const later = isLaterNeeded ? loaded : undefined;
  const today = calendar?.today ?? state.opened;
  const openDate = (date: string) => dispatch({ type: 'open date', date });

  useAddress(address, (address) => dispatch({ type: 'follow', address }));
  useFocus(state.focus, days.has(focused), later !== undefined);
  useKeys({
    t: () => dispatch({ type: 'go to today', today }),
    r: reading.readFurther,
    n: reading.openNextUnread,
    '/': () => dispatch({ type: 'find' }),
    Escape: cancel,
  });
  useLayoutEffect(() => scrollTo(0, 0), [view]);
  useEffect(() => {
    if (isLaterNeeded && loaded === undefined) loadLater();
  }, [isLaterNeeded]);
  // How many verses are unread is in the tab's title, while anybody knows.
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = calendar?.unread ? `(${calendar.unread}) ${title}` : title;
  }, [calendar?.unread]);
  // Beside the calendar there is a date at first: the first gap, or today.
  useEffect(() => {
    if (calendar === undefined || !hasColumn()) return;
    const gap = firstGap(calendar, days);
    dispatch({ type: 'fill', date: gap && days.has(gap) ? gap : today });
  }, [calendar === undefined]);

  function loadLater(): void {
    import('./later.ts').then(setLoaded, (error: Error) => fail(error, loadLater));
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

  function cancel(): void {
    if (move) giveUpMove();
    else if (message) closeMessage();
    else if (query) dispatch({ type: 'end search' });
  }

  if (hasStatus(problem, 403)) return <p role="status">{noRoleText}</p>;
  const desk: DeskContext | undefined = calendar && {
    ...changes,
    ...reading,
    client,
    state,
    dispatch,
    calendar,
    version,
    days,
    openDate,
    giveUpMove,
    isEditor: calendar.role === 'calendar-editor',
    nameOf: (operator) => operatorName(operator, self),
  };
  return (
    <Sending.Provider value={progress !== undefined}>
      <Notice
        problem={problem ? problemText(problem) : unreadText(unreadSince)}
        onReload={problem && (() => reload())}
        message={message}
        progress={progress}
        onSelect={openDate}
        onClose={closeMessage}
        onPass={() => say(undefined)}
      />
      {children}
      {desk === undefined ? (
        <p role="status">{problem === undefined && !hasEnded && 'Loading…'}</p>
      ) : (
        <DeskProvider value={desk}>
          <div class="top">
            <nav class="views">
              {views.map((each) => (
                <a
                  key={each}
                  href={hashOf(each === 'calendar' ? calendarAddress(state) : { view: each })}
                  aria-current={each === view ? 'page' : undefined}
                >
                  {viewNames[each]}
                </a>
              ))}
            </nav>
            <div class={state.isFinding ? 'finder' : 'finder closed'}>
              <SearchField />
            </div>
          </div>
          {/* Hidden, so that what is typed stays. */}
          <div hidden={view !== 'calendar'}>
            <CalendarView later={later} />
          </div>
          {later && view === 'record' && <later.Record />}
          {later && view === 'settings' && <later.Settings />}
        </DeskProvider>
      )}
    </Sending.Provider>
  );
}

function openNow() {
  return openDesk(readAddress(location.hash), latestMode(), new Date().toISOString().slice(0, 10), weekStart);
}
