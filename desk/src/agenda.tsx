import { useEffect, useRef } from 'preact/hooks';
import { type AgendaRow, agendaOf } from './agenda-rows.ts';
import { dateForKey, datesBetween, dateWithYear, longer, monthTitle, shortDate } from './dates.ts';
import type { Day } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { rangeOf } from './desk-state.ts';
import { count, isUnread, marksOf, signOf } from './texts.ts';

/**
 * The calendar as a list: what a phone has room for, what is printed, and what the browser's own
 * search finds. It has one tab stop, as the grid has.
 */
export function Agenda() {
  const { calendar, days: read, state, dispatch, openDate } = useDesk();
  const { mode, focused, selected, agenda } = state;
  const { from, to } = rangeOf(state);
  const days = datesBetween(from, to).flatMap((date) => read.get(date) ?? []);
  const months = agendaOf(days, calendar, selected);
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
    dispatch({ type: 'focus', date: next });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that move between the rows' buttons
    <div class={mode === 'month' ? 'agenda print' : 'agenda'} onKeyDown={onKeyDown}>
      {/* A printed list has no more than the page. */}
      {days[0] && (
        <p class="range">
          {dateWithYear(days[0].date)} to {dateWithYear((days.at(-1) as Day).date)}
        </p>
      )}
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
                  onClick={() => openDate(row.from)}
                >
                  {shortDate(row.from)}
                  {row.count > 1 && ` – ${shortDate(row.to)}`}
                </button>
                <What row={row} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {mode === 'agenda' && longer(agenda) && read.has(agenda.to) && <More />}
    </div>
  );
}

/** Reads later dates when the end of the list comes near, or on demand. */
function More() {
  const { dispatch } = useDesk();
  const showMore = () => dispatch({ type: 'lengthen agenda' });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && showMore(), {
      rootMargin: '400px',
    });
    observer.observe(button.current as HTMLButtonElement);
    return () => observer.disconnect();
  });
  return (
    <button ref={button} type="button" class="later" onClick={showMore}>
      Later dates
    </button>
  );
}

function What({ row: { day, text, count: dates } }: { readonly row: AgendaRow }) {
  const { calendar } = useDesk();
  const { submission } = day;
  return (
    <>
      <span class="what">
        <span aria-hidden="true">{signOf(day, calendar)}</span>{' '}
        {dates > 1 ? `${text}, ${count(dates, 'date', 'dates')}` : text}
      </span>
      {submission && (
        <>
          <span class="words">{submission.words}</span>
          <span class="who">
            <span class="player">{!submission.byEditor && submission.player}</span>
            <span>
              {isUnread(day) && <b class="unread">not read</b>} {marksOf(day, calendar).join(', ')}
            </span>
          </span>
        </>
      )}
    </>
  );
}
