import { useEffect, useState } from 'preact/hooks';
import type { Calendar, Client, Day, Problem } from './client.ts';
import { monthOf } from './dates.ts';

interface CalendarState {
  /** The calendar as a whole; undefined until it has been read. */
  readonly calendar: Calendar | undefined;
  /** Every date that has been read. */
  readonly days: ReadonlyMap<string, Day>;
  /** Why the calendar could not be read. */
  readonly problem: Problem | undefined;
  /** Counts the reloads. */
  readonly version: number;
  reload(): void;
}

/**
 * Reads the month of a date, again whenever it is shown again, somebody comes back to the tab, or
 * `reload` is called: other operators change the calendar, too.
 *
 * @param hasEnded whether the sign-in has; nothing is read until it begins again
 */
export function useCalendar(client: Client, date: string, hasEnded: boolean): CalendarState {
  const [calendar, setCalendar] = useState<Calendar>();
  const [days, setDays] = useState<ReadonlyMap<string, Day>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const [version, setVersion] = useState(0);
  const { from, to } = monthOf(date);
  const reload = () => setVersion((current) => current + 1);

  useEffect(() => {
    let isCurrent = true;
    async function read(): Promise<void> {
      const result = await client.getCalendar({ from, to }).catch((error: Error) => error);
      if (!isCurrent) return;
      if (result instanceof Error || result.status !== 200) {
        setProblem(result);
        return;
      }
      setCalendar(result);
      setDays((known) => new Map([...known, ...result.days.map((day) => [day.date, day] as const)]));
      setProblem(undefined);
    }
    if (hasEnded) setProblem(undefined);
    else void read();
    return () => {
      isCurrent = false;
    };
  }, [client, from, to, version, hasEnded]);

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);

  return { calendar, days, problem, version, reload };
}
