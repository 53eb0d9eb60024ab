import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Address, readAddress } from './address.ts';
import { Agenda } from './agenda.tsx';
import { CalendarBar, isNarrow, latestMode, ModeSwitch } from './calendar-bar.tsx';
import type { StartedMove } from './changes.ts';
import {
  addDays,
  agendaAround,
  type DateRange,
  datesBetween,
  longDate,
  longer,
  monthOf,
  weeksFrom,
  weeksOf,
} from './dates.ts';
import { DayPanel } from './day-panel.tsx';
import type { Client } from './desk-client.ts';
import type { Query } from './find.ts';
import { Sending } from './form.tsx';
import { MonthGrid, weekStart } from './month-grid.tsx';
import { type Message, Notice } from './notice.tsx';
import { Overview } from './overview.tsx';
import { hasStatus } from './perform.ts';
import { findNextFree, findNextUnread } from './read-days.ts';
import type { SignIn } from './sign-in.ts';
import { firstGap, noRoleText, problemText, unreadText } from './texts.ts';
import { Top } from './top.tsx';
import { useAddress } from './use-address.ts';
import { useCalendar } from './use-calendar.ts';
import { type MadeChange, useChanges } from './use-changes.ts';
import { isElsewhere, useFocus } from './use-focus.ts';
import { useKeys } from './use-keys.ts';
import { useModule } from './use-module.ts';

/** How many weeks the grid shows at first, from this one on. */
const firstWeeks = 5;

/** Whether dates are picked, and not typed. */
const isTouched = matchMedia('(pointer: coarse)').matches;

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
  const [address, setAddress] = useAddress(follow);
  /** Where the calendar begins, also after midnight. */
  const [opened] = useState(dateNow);
  /** The date that has the calendar's tab stop. */
  const [focused, setFocused] = useState(address.date ?? opened);
  /** The date that the panel shows. */
  const [selected, setSelected] = useState(address.date);
  const [mode, setMode] = useState(latestMode);
  const thisMonth = weeksFrom(opened, weekStart, firstWeeks);
  /** Whether the grid shows the weeks from this one on, and not a month. */
  const [isFromNow, setFromNow] = useState(thisMonth.flat().includes(focused));
  const [agenda, setAgenda] = useState(() => agendaAround(focused, opened));
  const [query, setQuery] = useState<Query>();
  /** Whether a phone shows the search. */
  const [isFinding, setFinding] = useState(false);
  const [move, setMove] = useState<StartedMove>();
  const weeks = isFromNow ? thisMonth : weeksOf(focused, weekStart);
  const range = mode === 'agenda' ? agenda : isFromNow ? ends(thisMonth.flat()) : monthOf(focused);
  const { calendar, days, problem, unreadSince, version, reload } = useCalendar(client, range, hasEnded);
  const { message, latest, progress, say, fail, make, block, unblock } = useChanges(client, signIn, {
    onMade: showChange,
    onFail: showMessage,
  });
  const later = useModule(address.view !== 'calendar' || query !== undefined, () => import('./later.ts'), fail);
  const today = calendar?.today ?? opened;
  const isEditor = calendar?.role === 'calendar-editor';
  const isLoaded = days.has(focused);
  const more = longer(agenda);
  const gap = calendar && firstGap(calendar, days);

  const goTo = useFocus(isLoaded, later !== undefined);

  useLayoutEffect(() => scrollTo(0, 0), [address.view]);
  // Beside the grid there is always a date: the first gap, or today.
  useEffect(() => {
    if (mode === 'month' && calendar) setSelected((date) => date ?? (gap && days.has(gap) ? gap : today));
  }, [mode, calendar === undefined]);
  useKeys({ t: goToToday, r: readOn, '/': startFinding, Escape: cancel });

  /** Gives a date the calendar's tab stop, and shows it. */
  function moveTo(date: string): void {
    setFocused(date);
    setFromNow((isShown) => isShown && thisMonth.flat().includes(date));
    setAgenda((range) => (range.from <= date && date <= range.to ? range : agendaAround(date, opened)));
  }

  function focus(date: string): void {
    moveTo(date);
    goTo({ place: 'calendar' });
  }

  function goToToday(): void {
    setAddress({ view: 'calendar' });
    setFromNow(true);
    focus(today);
  }

  /** Shows another month; the focus stays where it is. */
  function show(date: string): void {
    moveTo(date);
    setFromNow(false);
    if (mode === 'agenda') goTo({ place: 'calendar', isOnlyShown: true });
  }

  function select(date: string): void {
    setAddress({ view: 'calendar', date });
    open(date);
  }

  function open(date: string): void {
    moveTo(date);
    setSelected(date);
    goTo({ place: 'day' });
  }

  /** Selects the date to which a verse may move, which is typed. */
  function showTarget(date: string): void {
    setAddress({ view: 'calendar', date });
    moveTo(date);
    setSelected(date);
  }

  /** Closes the date that is open in the agenda. */
  function closeDate(): void {
    setAddress({ view: 'calendar' });
    setSelected(undefined);
  }

  /** A link has led to another address, or the browser's Back. */
  function follow({ date }: Address): void {
    if (date !== undefined) open(date);
  }

  /** @param wanted undefined ends the search */
  function search(wanted: Query | undefined): void {
    setAddress({ view: 'calendar', date: selected });
    setQuery(wanted);
    setFinding(wanted !== undefined);
    goTo({ place: wanted ? 'found' : 'search' });
  }

  function startFinding(): void {
    setAddress({ view: 'calendar', date: selected });
    setFinding(true);
    goTo({ place: 'search' });
  }

  /** After a change: its date, unless the operator has gone elsewhere, and what became of it. */
  function showChange({ done, date, isOpen }: MadeChange, isElsewhere: boolean): void {
    if (!isOpen) setMove(undefined);
    reload();
    if (isElsewhere) return;
    if (done?.action === 'review' && done.reviewed && date !== undefined) return void showNextUnread(date);
    // Since the change began, a link may have led to another view.
    if (date !== undefined && readAddress(location.hash).view === 'calendar') select(date);
    showMessage();
  }

  function showMessage(): void {
    goTo({ place: 'notice' });
  }

  /**
   * Marks the verse that is open as read, and goes on to the next; or shows the first that is not.
   */
  function readOn(): void {
    const day = selected === undefined ? undefined : days.get(selected);
    const verse = day?.submission;
    if (selected !== undefined && day === undefined) return; // nobody has seen it yet
    if (calendar?.role !== 'calendar-editor' || move || progress || address.view !== 'calendar') return;
    if (day && verse?.reviewed === false) {
      void make({ action: 'review', verses: [verse], reviewed: true, date: day.date });
    } else if (calendar.firstUnread) select(calendar.firstUnread);
    else {
      say({ texts: ['Every verse is read.'], details: [] });
      showMessage();
    }
  }

  /** Shows the next verse after a date that no editor has read, or else the first one. */
  async function showNextUnread(after: string): Promise<void> {
    const { activeElement } = document;
    const next = (await findNextUnread(client, after, days)) ?? (await findNextUnread(client, addDays(today, -1)));
    if (isElsewhere(activeElement)) return;
    if (typeof next === 'string') return select(next);
    if (next) return fail(next, () => showNextUnread(after));
    showMessage();
  }

  /** Selects the earliest free date after that of the verse that moves. */
  async function selectNextFree(): Promise<void> {
    if (move === undefined || calendar === undefined) return;
    const found = await findNextFree(client, calendar, move.from);
    if (typeof found === 'string') select(found);
    else if (found) fail(found, selectNextFree);
    else {
      say({ texts: [`No date after ${longDate(move.from)} is free.`], details: [] });
      showMessage();
    }
  }

  function startMove(started: StartedMove): void {
    setMove(started);
    // In the agenda, and on a phone, the date that is open says so.
    if (mode === 'month' && !isNarrow())
      say({ texts: [`Choose a new date for ${started.verse.reference} in the calendar.`], details: [] });
    goTo({ place: mode === 'month' ? 'calendar' : 'day' });
  }

  /** @param started undefined if the verse was not dropped on a date */
  function drag(started: StartedMove | undefined): void {
    setMove(started);
    say(undefined);
  }

  function cancelMove(): void {
    if (move === undefined) return;
    setMove(undefined);
    say(undefined);
    select(move.from);
  }

  function closeMessage(): void {
    say(undefined);
    // Do not move the focus if the operator has moved it.
    if (document.activeElement?.closest('.notice')) goTo({ place: selected === undefined ? 'calendar' : 'day' });
  }

  /** Shows the latest change again, with what takes it back. */
  function sayAgain(latest: Message): void {
    say(latest);
    showMessage();
  }

  function cancel(): void {
    if (move) cancelMove();
    else if (message) closeMessage();
    else if (query) search(undefined);
  }

  if (hasStatus(problem, 403)) return <p role="status">{noRoleText}</p>;
  const panel = calendar && selected !== undefined && (
    <DayPanel
      key={move ? 'move' : selected} // one field chooses the target of a move
      client={client}
      version={version}
      date={selected}
      days={days}
      bounds={calendar}
      isEditor={isEditor}
      move={move}
      onStartMove={startMove}
      onCancelMove={cancelMove}
      onSelect={select}
      onShow={mode === 'month' ? showTarget : isTouched ? select : undefined} // in a list, the field moves along
      onSelectNextFree={selectNextFree}
      onLeave={() => focus(selected)}
      onChange={make}
      onBlock={block}
      onUnblock={unblock}
      onQuery={search}
    />
  );
  const results = calendar && query && later && (
    <later.Results
      client={client}
      query={query}
      version={version}
      bounds={calendar}
      isEditor={isEditor}
      onQuery={search}
      onSelect={select}
      onChange={make}
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
        onPass={() => say(undefined)}
      />
      {children}
      {calendar === undefined ? (
        <p role="status">{problem === undefined && !hasEnded && 'Loading…'}</p>
      ) : (
        <>
          <Top
            view={address.view}
            date={selected}
            isFinding={isFinding || query !== undefined}
            today={today}
            onLatest={latest && latest !== message ? () => sayAgain(latest) : undefined}
            onQuery={search}
            onSelect={select}
          />
          {/* Hidden, so that what is typed stays. */}
          <div hidden={address.view !== 'calendar'}>
            <div class="overview">
              <Overview calendar={calendar} gap={gap} onSelect={select} onQuery={search} />
              <ModeSwitch mode={mode} onMode={setMode} />
            </div>
            <CalendarBar
              mode={mode}
              today={today}
              shown={focused}
              isFromNow={isFromNow}
              onShow={show}
              onToday={goToToday}
              onFind={startFinding}
            />
            {mode === 'agenda' && results}
            {mode === 'month' && (
              <div class="desk">
                {results}
                <MonthGrid
                  days={days}
                  weeks={weeks}
                  today={today}
                  bounds={calendar}
                  focused={focused}
                  selected={selected}
                  move={move}
                  isEditor={isEditor}
                  onFocus={focus}
                  onSelect={select}
                  onDrag={drag}
                />
                {panel}
              </div>
            )}
            <Agenda
              days={datesBetween(range.from, range.to).flatMap((date) => days.get(date) ?? [])}
              bounds={calendar}
              focused={focused}
              selected={selected}
              isForPrint={mode === 'month'}
              onFocus={focus}
              onSelect={(date) => (date === undefined ? closeDate() : select(date))}
              onMore={mode === 'agenda' && more && days.has(agenda.to) ? () => setAgenda(more) : undefined}
            >
              {mode === 'agenda' && panel}
            </Agenda>
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

/** The first and the last of some dates. */
function ends(dates: readonly string[]): DateRange {
  return { from: dates[0] as string, to: dates.at(-1) as string };
}

/** Today, in UTC. */
function dateNow(): string {
  return new Date().toISOString().slice(0, 10);
}
