import type { Day } from './client.ts';
import { addMonths, dateForKey, monthTitle, weeksOf } from './dates.ts';
import { cellText } from './texts.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** What tells the states apart without colours, and in a word where the verse has no room. */
const marks = {
  free: { sign: '○', word: 'free' },
  reserved: { sign: '●', word: 'verse' },
  blocked: { sign: '✕', word: 'blocked' },
};

interface MonthGridProps {
  readonly days: ReadonlyMap<string, Day>;
  readonly today: string;
  /** The last date that cannot be changed any more. */
  readonly frozenUntil: string;
  /** The date that has the grid's tab stop. Its month is shown. */
  readonly focused: string;
  readonly selected: string | undefined;
  /** The keyboard moves the focus to another date. */
  readonly onFocus: (date: string) => void;
  /** Another month is to be shown. */
  readonly onShow: (date: string) => void;
  readonly onSelect: (date: string) => void;
  /** Cancels the pending action. */
  readonly onCancel: () => void;
}

/** A month as a table with one tab stop, as the ARIA Authoring Practices have date grids. */
export function MonthGrid(props: MonthGridProps) {
  const { days, today, frozenUntil, focused, selected, onFocus, onShow, onSelect, onCancel } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') onSelect(focused);
    else if (event.key === 'Escape') onCancel();
    else {
      const next = dateForKey(focused, event);
      if (next === undefined) return;
      onFocus(next);
    }
    event.preventDefault();
  }

  const isLoading = !days.has(focused);
  const cellOf = (date: string) => {
    const day = days.get(date);
    const isFrozen = date <= frozenUntil;
    const classes = [day?.state, isFrozen && 'frozen', date === today && 'today'];
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
        <span class="unseen">{cellText(date, day, isFrozen)}</span>
        <span aria-hidden="true">
          <span class="number">{Number(date.slice(8))}</span>
          {day && !(isFrozen && day.state === 'free') && <What day={day} />}
        </span>
      </td>
    );
  };

  return (
    <section class="month" aria-labelledby="month">
      <div class="row">
        <button type="button" aria-label="Previous month" onClick={() => onShow(addMonths(focused, -1))}>
          ‹
        </button>
        <h2 id="month" aria-live="polite">
          {monthTitle(focused)}
        </h2>
        <button type="button" aria-label="Next month" onClick={() => onShow(addMonths(focused, 1))}>
          ›
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of HTML, which the role only makes interactive */}
      <table role="grid" aria-labelledby="month" aria-busy={isLoading} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week, index) => (
            <tr key={index}>{week.map((date, place) => (date ? cellOf(date) : <td key={`empty ${place}`} />))}</tr>
          ))}
        </tbody>
      </table>
      <p class="legend">
        {Object.values(marks).map(({ sign, word }) => (
          <span key={word}>
            <span aria-hidden="true">{sign}</span> {word}
          </span>
        ))}
        <span>
          <span aria-hidden="true">●●</span> verse that is also on another date
        </span>
      </p>
    </section>
  );
}

/** What is on a date, where there is room for it. */
function What({ day: { state, submission, label } }: { day: Day }) {
  const { sign, word } = marks[state];
  return (
    <>
      <span class="sign">{submission && submission.alsoOn.length > 0 ? sign + sign : sign}</span>
      <span class="short">{word}</span>
      <span class="long">{submission?.reference ?? label ?? word}</span>
    </>
  );
}
