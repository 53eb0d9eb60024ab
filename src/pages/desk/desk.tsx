import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Api, type Calendar, type Day, Rejection } from './api.ts';
import { BlockFeast } from './block-feast.tsx';
import { type Change, oppositeOf } from './changes.ts';
import { firstChangeable, monthOf } from './dates.ts';
import { DayPanel } from './day-panel.tsx';
import { Downloads } from './downloads.tsx';
import { MonthGrid } from './month-grid.tsx';
import type { Move } from './move-form.tsx';
import { type Message, Notice } from './notice.tsx';
import { PauseForm } from './pause-form.tsx';
import { findFree, isConflict, type Outcome, perform, type Refusal } from './perform.ts';
import { Record } from './record.tsx';
import { SignIn } from './sign-in.tsx';
import { conflictTexts, coverageText, doneText, problemText, refusalText } from './texts.ts';

/** Where the keyboard goes on once the page is as it should be. */
const places = { cell: 'td[tabindex="0"]', day: '#day', notice: '#notice' };

/** The whole desk of an operator who has a token. */
export function Desk({ api, signInUrl }: { api: Api; signInUrl: string | undefined }) {
  const [calendar, setCalendar] = useState<Calendar>();
  const [days, setDays] = useState<ReadonlyMap<string, Day>>(new Map());
  const [problem, setProblem] = useState<unknown>(undefined);
  const [version, setVersion] = useState(0);
  const [focused, setFocused] = useState(() => new Date().toISOString().slice(0, 10));
  const [selected, setSelected] = useState<string>();
  const [move, setMove] = useState<Move>();
  const [message, setMessage] = useState<Message>();
  const [progress, setProgress] = useState<{ value: number; max: number }>();
  const isBusy = useRef(false);
  const goTo = useRef<keyof typeof places | undefined>(undefined);

  const { from, to } = monthOf(focused);
  const reload = () => setVersion((current) => current + 1);

  // Each version of the calendar is read anew.
  useEffect(() => {
    let isCurrent = true;
    api.getCalendar(from, to).then(
      (read) => {
        if (!isCurrent) return;
        setCalendar(read);
        setDays((known) => new Map([...known, ...read.days.map((day) => [day.date, day] as const)]));
        setProblem(undefined);
      },
      (reason) => isCurrent && setProblem(reason),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, from, version]);

  // Somebody else may have changed the calendar meanwhile.
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);

  useLayoutEffect(() => {
    if (goTo.current === undefined) return;
    document.querySelector<HTMLElement>(places[goTo.current])?.focus();
    goTo.current = undefined;
  });

  function select(date: string): void {
    setFocused(date);
    setSelected(date);
    goTo.current = 'day';
  }

  function focus(date: string): void {
    setFocused(date);
    goTo.current = 'cell';
  }

  /** Makes a change, and says what became of it. */
  async function make(change: Change, before: readonly Refusal[] = []): Promise<void> {
    if (isBusy.current) return; // no button is disabled, since that would take the focus from it
    isBusy.current = true;
    const max = 'dates' in change ? change.dates.length : 1;
    setProgress({ value: 0, max });
    const outcome = await perform(api, change, (value) => setProgress({ value, max }));
    isBusy.current = false;
    setProgress(undefined);
    show(change, { ...outcome, refused: [...before, ...outcome.refused] });
  }

  function show(change: Change, { done, refused, problem, rest }: Outcome): void {
    const opposite = done && oppositeOf(done);
    const canRepeat = rest !== undefined && !isConflict(problem) && !isUnauthorized(problem);
    setMessage({
      texts: [
        ...(done ? [doneText(done)] : []),
        ...(problem === undefined ? [] : [problemText(problem)]),
        ...(!done && !problem ? ['Nothing was changed.'] : []),
        ...(canRepeat ? ['Trying again is safe.'] : []),
      ],
      details: isConflict(problem) ? conflictTexts(change, problem) : refused.map(refusalText),
      undo: opposite && (() => make(opposite)),
      tryAgain: canRepeat ? () => make(rest) : undefined,
    });
    if (isUnauthorized(problem)) setProblem(problem);
    const date = isConflict(problem) ? dateNow(change, problem.days) : dateOf(done);
    if (date !== undefined) {
      setFocused(date);
      setSelected(date);
    }
    setMove(undefined);
    goTo.current = 'notice';
    reload();
  }

  /** Blocks those of some dates that are free. */
  async function block(dates: readonly string[], label: string): Promise<void> {
    try {
      const { free, refused } = await findFree(api, dates);
      await make({ action: 'block', dates: free, label }, refused);
    } catch (reason) {
      fail(reason, () => block(dates, label));
    }
  }

  function fail(reason: unknown, tryAgain: () => void): void {
    if (isUnauthorized(reason)) setProblem(reason);
    setMessage({ texts: [problemText(reason)], details: [], tryAgain });
    goTo.current = 'notice';
  }

  function cancelMove(): void {
    setMove(undefined);
    setMessage(undefined);
    if (move !== undefined) select(move.from);
  }

  if (isUnauthorized(problem)) return <SignIn url={signInUrl} />;
  if (problem instanceof Rejection && problem.status === 403) {
    return <p role="status">Your token does not have the role calendar-viewer.</p>;
  }
  const isFrozen = selected !== undefined && selected < firstChangeable();
  return (
    <>
      <div role="status" class="coverage">
        {calendar === undefined && problem === undefined && <p>Loading…</p>}
        {calendar !== undefined && <p>{coverageText(calendar)}</p>}
        {calendar?.paused && <p class="paused">❚❚ Paused: players get no date.</p>}
        {problem !== undefined && <p>{problemText(problem)}</p>}
      </div>
      {problem !== undefined && (
        <button type="button" onClick={reload}>
          Load again
        </button>
      )}
      <Notice message={message} progress={progress} />
      {calendar !== undefined && (
        <>
          <div class="desk">
            <MonthGrid
              days={days}
              today={calendar.today}
              focused={focused}
              selected={selected}
              onFocus={focus}
              onShow={setFocused}
              onSelect={select}
            />
            {selected === undefined ? (
              <p>Choose a date to see what is on it.</p>
            ) : (
              <DayPanel
                key={selected}
                date={selected}
                day={days.get(selected)}
                isFrozen={isFrozen}
                move={move}
                onStartMove={(started) => {
                  setMove(started);
                  setMessage({
                    texts: [`Choose a new date for ${started.verse.reference} in the calendar.`],
                    details: [],
                  });
                  goTo.current = 'cell';
                }}
                onCancelMove={cancelMove}
                onSelect={select}
                onLeave={() => focus(selected)}
                onChange={make}
                onBlock={block}
              />
            )}
          </div>
          <div class="more">
            <div>
              <BlockFeast onBlock={block} />
              <PauseForm isPaused={calendar.paused} onChange={make} />
              <Downloads api={api} onFail={fail} />
            </div>
            <Record api={api} version={version} />
          </div>
        </>
      )}
    </>
  );
}

function isUnauthorized(problem: unknown): boolean {
  return problem instanceof Rejection && problem.status === 401;
}

/** The date on which to look at a change that was made. */
function dateOf(change: Change | undefined): string | undefined {
  switch (change?.action) {
    case 'move':
      return change.to;
    case 'withdraw':
      return change.from;
    case 'block':
    case 'unblock':
      return change.dates[0];
    default:
      return undefined;
  }
}

/** Where the verse of a change that was refused is now. */
function dateNow(change: Change, days: readonly Day[]): string | undefined {
  return 'verse' in change ? days.find(({ submission }) => submission?.id === change.verse.id)?.date : undefined;
}
