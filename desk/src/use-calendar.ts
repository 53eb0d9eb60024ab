import { useEffect, useState } from 'preact/hooks';
import { type Calendar, type Client, type Day, hasStatus, isProblem, type Problem } from './desk-client.ts';

/** How often the calendar is read while the page is visible, in milliseconds. */
const interval = 10_000;
/** How long it may fail to be read again until somebody is told, in milliseconds. */
const patience = 25_000;

/**
 * Reads a range of dates, and again when `reload` is called, and while the page is visible every
 * ten seconds: other operators change the calendar, too. It reads at once when somebody comes back
 * to the tab, and when the network returns.
 *
 * @param hasEnded whether the sign-in has; nothing is read until it begins again
 */
export function useCalendar(
  client: Client,
  { from, to }: { readonly from: string; readonly to: string },
  hasEnded: boolean,
) {
  /** The calendar as a whole; undefined until it has been read. */
  const [calendar, setCalendar] = useState<Calendar>();
  /** Every date that has been read. */
  const [days, setDays] = useState<ReadonlyMap<string, Day>>(new Map());
  /** Why the calendar could not be read. */
  const [problem, setProblem] = useState<Problem>();
  /** Since when what is shown may be old: an instant, in milliseconds. */
  const [unreadSince, setUnreadSince] = useState<number>();
  /** Counts how often somebody changed the calendar, and `reload` was called. */
  const [version, setVersion] = useState(0);
  const show = (read: readonly Day[]) =>
    setDays((known) => new Map([...known, ...read.map((day) => [day.date, day] as const)]));

  /** Shows dates that a change has had in its response, and reads the calendar again. */
  function reload(read: readonly Day[] = []): void {
    show(read);
    setVersion((current) => current + 1);
  }

  useEffect(() => {
    setProblem(undefined);
    if (hasEnded) return;
    const end = new AbortController();
    const { signal } = end;
    let isReading = false;
    /** The request whose response is shown; `days` stays that of the render in which this began. */
    let shown: string | null | undefined;
    let failedAt: number | undefined;

    async function read(): Promise<void> {
      if (isReading || signal.aborted) return;
      isReading = true;
      const result = await client.getCalendar({ from, to }).catch((error: Error) => error);
      isReading = false;
      if (signal.aborted) return;
      if (isProblem(result)) {
        if (hasStatus(result, 401)) end.abort();
        failedAt ??= Date.now();
        const isUnread = shown === undefined && !days.has(from);
        if (isUnread || hasStatus(result, 401) || hasStatus(result, 403)) setProblem(result);
        else if (Date.now() - failedAt >= patience) setUnreadSince(failedAt);
        return;
      }
      failedAt = undefined;
      setProblem(undefined);
      setUnreadSince(undefined);
      // It is the same response while nothing has changed.
      if (shown !== undefined && shown !== result.requestId) reload();
      shown = result.requestId;
      setCalendar(result);
      show(result.days);
    }
    const readIfVisible = () => document.visibilityState === 'visible' && read();
    const timer = setInterval(readIfVisible, interval);
    signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', readIfVisible, { signal });
    window.addEventListener('online', readIfVisible, { signal });
    void read();
    return () => end.abort();
  }, [client, from, to, version, hasEnded]);

  return { calendar, days, problem, unreadSince, version, reload };
}
