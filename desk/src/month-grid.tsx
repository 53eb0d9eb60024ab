import { dateForKey, monthDay, monthTitle, weekStartOf } from './dates.ts';
import type { Day } from './desk-client.ts';
import { type Bounds, cellText, freeText, nearbyText, signOf, signs } from './texts.ts';

/** Where weeks begin for the operator. */
export const weekStart = weekStartOf(navigator.language);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
interface MonthGridProps {
  readonly days: ReadonlyMap<string, Day>;
  /** Those of a month, or those from this one on. */
  readonly weeks: readonly (readonly (string | undefined)[])[];
  readonly today: string;
  readonly bounds: Bounds;
  /** The date that has the grid's tab stop. */
  readonly focused: string;
  readonly selected: string | undefined;
  /** The keyboard moves the focus to another date. */
  readonly onFocus: (date: string) => void;
  readonly onSelect: (date: string) => void;
}

/** A month as a table with one tab stop, as the ARIA Authoring Practices have date grids. */
export function MonthGrid(props: MonthGridProps) {
  const { days, weeks, today, bounds, focused, selected, onFocus, onSelect } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') onSelect(focused);
    else {
      const next = dateForKey(focused, event, weekStart);
      if (next === undefined) return;
      onFocus(next);
    }
    event.preventDefault();
  }

  const isLoading = !days.has(focused);
  const cellOf = (date: string) => {
    const day = days.get(date);
    const classes = [day?.state, date <= bounds.frozenUntil && 'frozen', date === today && 'today'];
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
      <td
        key={date}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of HTML, which the roles only make interactive
        role="gridcell"
        data-date={date}
        tabIndex={date === focused ? 0 : -1}
        aria-selected={date === selected}
        aria-current={date === today ? 'date' : undefined}
        class={classes.filter(Boolean).join(' ')}
        onClick={() => onSelect(date)}
      >
        <span class="unseen">{cellText(date, day, bounds)}</span>
        <span aria-hidden="true">
          <span class="number">{date.endsWith('-01') ? monthDay(date) : Number(date.slice(8))}</span>
          {day && <What day={day} bounds={bounds} />}
        </span>
      </td>
    );
  };

  return (
    <section class="month" aria-labelledby="month">
      <h2 id="month" class="unseen" aria-live="polite">
        {monthTitle(focused)}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of HTML, which the role only makes interactive */}
      <table role="grid" aria-labelledby="month" aria-busy={isLoading} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {[...weekdays.slice(weekStart), ...weekdays.slice(0, weekStart)].map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>{week.map((date, place) => (date ? cellOf(date) : <td key={`empty ${place}`} />))}</tr>
          ))}
        </tbody>
      </table>
      <p class="legend">
        {Object.entries({ free: signs.free, verse: signs.reserved, blocked: signs.blocked, [nearbyText]: '●●' }).map(
          ([word, sign]) => (
            <span key={word}>
              <span aria-hidden="true">{sign}</span> {word}
            </span>
          ),
        )}
      </p>
    </section>
  );
}

/** What is on a date, in a word where there is no room for more. */
function What({ day, bounds }: { day: Day; bounds: Bounds }) {
  const { date, state, submission, label } = day;
  const free = freeText(date, bounds);
  if (state === 'free' && free === 'no verse') return null;
  const word = {
    free: free === 'free' ? free : 'later',
    reserved: submission?.byEditor ? 'own' : 'verse',
    blocked: 'blocked',
  }[state];
  const own = submission?.byEditor ? ' (own)' : '';
  const text = state === 'free' ? free : submission ? submission.reference + own : (label ?? word);
  return (
    <>
      <span class="sign">{signOf(day)}</span>
      <span class="short">{word}</span>
      <span class="long">{text}</span>
    </>
  );
}
