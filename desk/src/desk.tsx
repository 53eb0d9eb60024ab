import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Agenda } from './agenda.tsx';
import { CalendarBar, latestView } from './calendar-bar.tsx';
import { BlockFeast, Downloads, PauseForm } from './calendar-tools.tsx';
import { blocksOf, type PendingChange, type StartedMove } from './changes.ts';
import { datesBetween, longDate, monthOf, yearAround } from './dates.ts';
import { DayPanel } from './day-panel.tsx';
import { type Client, isProblem, type Problem } from './desk-client.ts';
import type { Query } from './find.ts';
import { Sending } from './form.tsx';
import { messageOf } from './message.ts';
import { MonthGrid } from './month-grid.tsx';
import { type Message, Notice, type Progress } from './notice.tsx';
import { Overview } from './overview.tsx';
import { type ChangeOutcome, hasStatus, join, noOutcome, perform } from './perform.ts';
import { findNextFree, readRange } from './read-days.ts';
import { Record } from './record.tsx';
import { Search } from './search.tsx';
import type { SignIn } from './sign-in.ts';
import { problemText, unreadText } from './texts.ts';
import { useCalendar } from './use-calendar.ts';
import { useKeys } from './use-keys.ts';

/** Where focus moves after an update; the calendar's is its tab stop. */
const places = {
  calendar: '[role=gridcell][tabindex="0"], [data-from][tabindex="0"]',
  day: '#day',
  notice: '#notice',
  search: '#search',
  found: '#found',
};

interface DeskProps {
  readonly client: Client;
  /** Undefined if the token came with a link, which the operator cannot renew. */
  readonly signIn?: SignIn;
  /** Whether the operator has to sign in again; what is typed stays until then. */
  readonly hasEnded?: boolean;
}

/** The whole desk of an operator who has a token. */
export function Desk({ client, signIn, hasEnded = false }: DeskProps) {
  /**
   * The date that has the calendar's tab stop: its month is shown, or its year as a list. The panel
   * shows the one that is selected.
   */
  const [focused, setFocused] = useState(dateNow);
  /** Where the agenda begins, also after midnight. */
  const [opened] = useState(dateNow);
  const [view, setView] = useState(latestView);
  const [selected, setSelected] = useState<string>();
  const [query, setQuery] = useState<Query>();
  const [move, setMove] = useState<StartedMove>();
  const [message, setMessage] = useState<Message>();
  const [progress, setProgress] = useState<Progress>();
  const [isSignedOut, setSignedOut] = useState(false);
  const [goTo, setGoTo] = useState<{ readonly place: keyof typeof places; readonly isOnlyShown?: boolean }>();
  const range = view === 'month' ? monthOf(focused) : yearAround(focused, opened);
  const { calendar, days, problem, unreadSince, version, reload } = useCalendar(client, range, hasEnded);
  const today = calendar?.today ?? dateNow();
  const isEditor = calendar?.role === 'calendar-editor';
  const isLoaded = days.has(focused);

  // A new object each time, so that the effect also runs for the same target.
  useLayoutEffect(go, [goTo]);
  // Once more when a date has been read that the calendar did not have, unless the focus has a place.
  useLayoutEffect(() => {
    if (goTo?.isOnlyShown || document.activeElement === document.body) go();
  }, [isLoaded]);
  useKeys({ t: () => focus(today), '/': () => setGoTo({ place: 'search' }), Escape: cancel });

  function go(): void {
    const element = goTo && document.querySelector<HTMLElement>(places[goTo.place]);
    if (goTo?.isOnlyShown) element?.scrollIntoView();
    else element?.focus();
    element?.closest('.day')?.scrollIntoView({ block: 'nearest' }); // its buttons, too
  }

  function focus(date: string): void {
    setFocused(date);
    setGoTo({ place: 'calendar' });
  }

  /** Shows another month; the focus stays where it is. */
  function show(date: string): void {
    setFocused(date);
    setGoTo(view === 'agenda' ? { place: 'calendar', isOnlyShown: true } : undefined);
  }

  function select(date: string): void {
    setFocused(date);
    setSelected(date);
    setGoTo({ place: 'day' });
  }

  /** @param wanted undefined ends the search */
  function search(wanted: Query | undefined): void {
    setQuery(wanted);
    setGoTo({ place: wanted ? 'found' : 'search' });
  }

  function say(said: Message): void {
    setMessage(said);
    setGoTo({ place: 'notice' });
  }

  /**
   * Makes a change, and says what became of it.
   *
   * @param before what was done of it before, and the dates that were left out
   */
  async function make(change: PendingChange, before: ChangeOutcome = noOutcome): Promise<void> {
    const max = 'blocks' in change ? change.blocks.length : 1;
    const end = new AbortController();
    const onProgress = (value: number) => setProgress({ value, max, cancel: () => end.abort() });
    onProgress(0);
    const place = document.activeElement;
    const outcome = join(before, await perform(client, change, { onProgress, signal: end.signal }));
    setProgress(undefined);
    setSignedOut(isLinkExpired(outcome.problem));

    const { undo, tryAgain, date, ...said } = messageOf(change, outcome);
    setMessage({
      ...said,
      undo: undo && (() => make(undo)),
      tryAgain: tryAgain && signedIn(() => make(tryAgain, outcome)),
    });
    setMove(undefined);
    reload();
    // Not away from where the operator has gone meanwhile.
    const { activeElement: now, body } = document;
    if (now !== place && now !== body && !now?.closest('.notice')) return;
    if (date !== undefined) select(date);
    setGoTo({ place: 'notice' });
  }

  function block(dates: readonly string[], label: string): void {
    void make({ action: 'block', blocks: dates.map((date) => ({ date, label })) });
  }

  /** Unblocks the blocked dates of a range of at most a year. */
  async function unblock(from: string, to: string): Promise<void> {
    const read = await readRange(client, from, to);
    if (isProblem(read)) fail(read, () => unblock(from, to));
    else await make({ action: 'unblock', blocks: blocksOf(read) });
  }

  function fail(problem: Problem, tryAgain: () => void): void {
    setSignedOut(isLinkExpired(problem));
    say({ texts: [problemText(problem)], details: [], tryAgain: signedIn(tryAgain) });
  }

  /** Whether the token is rejected, and only another link has another one. */
  function isLinkExpired(problem: Problem | undefined): boolean {
    return signIn === undefined && hasStatus(problem, 401);
  }

  function signedIn(act: () => void): () => void {
    return signIn === undefined ? act : () => signIn.whenSignedIn(act);
  }

  /** Selects the earliest free date after that of the verse that moves. */
  async function selectNextFree(): Promise<void> {
    if (move === undefined || calendar === undefined) return;
    const found = await findNextFree(client, calendar, move.from);
    if (typeof found === 'string') select(found);
    else if (found) fail(found, selectNextFree);
    else say({ texts: [`No date after ${longDate(move.from)} is free.`], details: [] });
  }

  function startMove(started: StartedMove): void {
    setMove(started);
    setMessage({ texts: [`Choose a new date for ${started.verse.reference} in the calendar.`], details: [] });
    setGoTo({ place: 'calendar' });
  }

  function cancelMove(): void {
    if (move === undefined) return;
    setMove(undefined);
    setMessage(undefined);
    select(move.from);
  }

  function closeMessage(): void {
    setMessage(undefined);
    // Not away from where the operator is.
    if (document.activeElement?.closest('.notice')) setGoTo({ place: selected === undefined ? 'calendar' : 'day' });
  }

  function cancel(): void {
    if (move === undefined) closeMessage();
    else cancelMove();
  }

  if (isSignedOut || isLinkExpired(problem)) return <LinkExpired />;
  if (hasStatus(problem, 403)) return <p role="status">You do not have the role calendar-viewer.</p>;
  const panel = calendar && selected !== undefined && (
    <DayPanel
      key={selected}
      date={selected}
      day={days.get(selected)}
      bounds={calendar}
      isEditor={isEditor}
      move={move}
      onStartMove={startMove}
      onCancelMove={cancelMove}
      onSelect={select}
      onSelectNextFree={selectNextFree}
      onLeave={() => focus(selected)}
      onChange={make}
      onBlock={block}
      onUnblock={unblock}
      onQuery={search}
    />
  );
  return (
    <Sending.Provider value={progress !== undefined}>
      <Notice
        problem={problem ? problemText(problem) : unreadText(unreadSince)}
        onReload={problem && reload}
        message={message}
        progress={progress}
        onSelect={select}
        onClose={closeMessage}
      />
      {calendar === undefined ? (
        <p role="status">{problem === undefined && !hasEnded && 'Loading…'}</p>
      ) : (
        <>
          <Overview calendar={calendar} onSelect={select} />
          <Search
            client={client}
            query={query}
            version={version}
            frozenUntil={calendar.frozenUntil}
            isEditor={isEditor}
            onQuery={search}
            onSelect={select}
            onChange={make}
          />
          <CalendarBar
            view={view}
            today={today}
            shown={focused}
            onView={setView}
            onShow={show}
            onToday={() => focus(today)}
          />
          {view === 'month' && (
            <div class="desk">
              <MonthGrid
                days={days}
                today={today}
                bounds={calendar}
                focused={focused}
                selected={selected}
                onFocus={focus}
                onSelect={select}
              />
              {panel || <p>Choose a date to see what is on it.</p>}
            </div>
          )}
          <Agenda
            days={datesBetween(range.from, range.to).flatMap((date) => days.get(date) ?? [])}
            bounds={calendar}
            focused={focused}
            selected={selected}
            isForPrint={view === 'month'}
            onFocus={focus}
            onSelect={(date) => (date === undefined ? setSelected(undefined) : select(date))}
          >
            {view === 'agenda' && panel}
          </Agenda>
          <div class="more">
            <div>
              {isEditor && (
                <>
                  <BlockFeast client={client} frozenUntil={calendar.frozenUntil} version={version} onBlock={block} />
                  {/* The key: its note belongs to the change that was made. */}
                  <PauseForm key={`${calendar.paused}`} isPaused={calendar.paused} onChange={make} />
                </>
              )}
              <Downloads client={client} onFail={fail} />
            </div>
            <Record client={client} today={today} version={version} />
          </div>
        </>
      )}
    </Sending.Provider>
  );
}

/** Today, in UTC. */
function dateNow(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * What somebody sees whose link's token is missing, or is one that the service rejects.
 *
 * @param problem what is wrong with the link's code, which only the embedded default gives out
 */
export function LinkExpired({ problem }: { problem?: string | undefined }) {
  return (
    <SignedOut>
      <p>{problem ? `${problem} Restart the service for a new one.` : 'Your link has expired. Ask for a new one.'}</p>
    </SignedOut>
  );
}

/** What somebody sees who is not signed in, with what to do about it. */
export function SignedOut({ children }: { children: ComponentChildren }) {
  return (
    <div class="sign-in" role="status">
      <h2>Sign in to plan the calendar</h2>
      {children}
    </div>
  );
}
