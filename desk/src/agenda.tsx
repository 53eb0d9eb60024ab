import { useEffect, useRef } from 'preact/hooks';
import { type AgendaRow, agendaOf } from './agenda-rows.ts';
import { dateForKey, dateWithYear, monthTitle, shortDate } from './dates.ts';
import type { Day } from './desk-client.ts';
import { type Bounds, count, isUnread, marksOf, signOf } from './texts.ts';

interface AgendaProps {
  /** Ascending. */
  readonly days: readonly Day[];
  readonly bounds: Bounds;
  /** The date whose row has the list's tab stop. */
  readonly focused: string;
  readonly selected: string | undefined;
  /** Whether it is not on the screen. */
  readonly isForPrint: boolean;
  readonly onFocus: (date: string) => void;
  readonly onSelect: (date: string) => void;
  /** Reads later dates, too; undefined if there are none, or while they are being read. */
  readonly onMore: (() => void) | undefined;
}

/**
 * The calendar as a list: what a phone has room for, what is printed, and what the browser's own
 * search finds. It has one tab stop, as the grid has.
 */
export function Agenda(props: AgendaProps) {
  const { days, bounds, focused, selected, isForPrint, onFocus, onSelect, onMore } = props;
  const months = agendaOf(days, bounds, selected);
  const rows = months.flat();
  const rowOf = (date: string | undefined) => rows.find(({ from, to }) => date && from <= date && date <= to);
  const [stop, open] = [rowOf(focused) ?? rows[0], rowOf(selected)];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as Element).closest('[data-from]')) return;
    const place = rows.indexOf(stop as AgendaRow);
    const next =
      event.key === 'ArrowUp' || event.key === 'ArrowDown'
        ? rows[place + (event.key === 'ArrowUp' ? -1 : 1)]?.from
        : event.key.startsWith('Page') && dateForKey(focused, event, 0);
    if (!next) return;
    event.preventDefault();
    onFocus(next);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that move between the rows' buttons
    <div class={isForPrint ? 'agenda print' : 'agenda'} onKeyDown={onKeyDown}>
      {days[0] && <p class="range">{rangeText(days[0].date, (days.at(-1) as Day).date)}</p>}
      {months.map((month) => (
        <section key={month[0]?.from.slice(0, 7)}>
          <h2>{monthTitle(month[0]?.from ?? '')}</h2>
          <ul>
            {month.map((row) => (
              <li key={row.from} class={`entry ${row.day.state}`} aria-current={row === open ? 'date' : undefined}>
                <button
                  type="button"
                  data-from={row.from}
                  tabIndex={row === stop ? 0 : -1}
                  onClick={() => onSelect(row.from)}
                >
                  {shortDate(row.from)}
                  {row.count > 1 && ` – ${shortDate(row.to)}`}
                </button>
                <What row={row} bounds={bounds} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {onMore && <More onMore={onMore} />}
    </div>
  );
}

/** Reads later dates when the end of the list comes near, or on demand. */
function More({ onMore }: { readonly onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' });
    observer.observe(button.current as HTMLButtonElement);
    return () => observer.disconnect();
  });
  return (
    <button ref={button} type="button" class="later" onClick={onMore}>
      Later dates
    </button>
  );
}

/** What a printed list has, since it has no more than the page. */
function rangeText(from: string, to: string): string {
  return `${dateWithYear(from)} to ${dateWithYear(to)}`;
}

function What({ row: { day, text, count: dates }, bounds }: { row: AgendaRow; bounds: Bounds }) {
  const { submission } = day;
  return (
    <>
      <span class="what">
        <span aria-hidden="true">{signOf(day, bounds)}</span>{' '}
        {dates > 1 ? `${text}, ${count(dates, 'date', 'dates')}` : text}
      </span>
      {submission && (
        <>
          <span class="words">{submission.words}</span>
          <span class="who">
            <span class="player">{!submission.byEditor && submission.player}</span>
            <span>
              {isUnread(day) && <b class="unread">not read</b>} {marksOf(day, bounds).join(', ')}
            </span>
          </span>
        </>
      )}
    </>
  );
}
