import { isTarget, type StartedMove, seen } from './changes.ts';
import { dateForKey, longDate, monthDay, monthTitle, weekStartOf } from './dates.ts';
import type { Day, DeskSubmission } from './desk-client.ts';
import { type Bounds, cellText, countsText, freeText, isUnread, marksOf, nearDays, signOf, signs } from './texts.ts';

/** Where weeks begin for the operator. */
export const weekStart = weekStartOf(navigator.language);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
interface MonthGridProps {
  readonly days: ReadonlyMap<string, Day>;
  /** Those of a month, or those from this one on. */
  readonly weeks: readonly (readonly (string | undefined)[])[];
  /** Whether they are those from this one on. */
  readonly isFromNow: boolean;
  readonly today: string;
  readonly bounds: Bounds;
  /** The date that has the grid's tab stop. */
  readonly focused: string;
  readonly selected: string | undefined;
  /** The verse that is to move, if one is. */
  readonly move: StartedMove | undefined;
  /** Whether the operator may change the calendar. */
  readonly isEditor: boolean;
  /** The keyboard moves the focus to another date. */
  readonly onFocus: (date: string) => void;
  readonly onSelect: (date: string) => void;
  /** A verse is dragged; undefined if it is not dropped on a date. */
  readonly onDrag: (move: StartedMove | undefined) => void;
}

/** A month as a table with one tab stop, as the ARIA Authoring Practices have date grids. */
export function MonthGrid(props: MonthGridProps) {
  const { days, weeks, isFromNow, today, bounds, focused, selected, move, isEditor, onFocus, onSelect, onDrag } = props;
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
  const dates = weeks.flat().filter((date) => date !== undefined);
  const cellOf = (date: string) => {
    const day = days.get(date);
    const { submission } = day ?? {};
    const isFrozen = date <= bounds.frozenUntil;
    const isTo = move && day && isTarget(move, day, bounds.frozenUntil);
    const classes = [
      day?.state,
      isFrozen && 'frozen',
      date < today && 'past',
      !isTo && (date === move?.from.date ? 'origin' : move && day && 'no-target'),
    ];
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
        title={(day && marksOf(day, bounds).join(', ')) || undefined}
        draggable={isEditor && !isFrozen && submission !== undefined}
        onDragStart={({ dataTransfer }) => {
          dataTransfer?.setData('text/plain', submission?.reference ?? ''); // Firefox needs some
          if (day && submission) onDrag({ verse: submission, from: seen(day) });
        }}
        onDragOver={(event) => isTo && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onSelect(date);
        }}
        onDragEnd={({ dataTransfer }) => dataTransfer?.dropEffect === 'none' && onDrag(undefined)}
      >
        <span class="unseen">{cellText(date, day, bounds)}</span>
        <span class="cell" aria-hidden="true">
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
      <p class="hint">
        {isFromNow ? 'These weeks' : monthTitle(focused)}:{' '}
        {countsText(
          dates.flatMap((date) => days.get(date) ?? []),
          bounds,
        )}
      </p>
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
        <span aria-hidden="true">●●</span> the same verse within {nearDays(bounds)} days ·{' '}
        <span aria-hidden="true">
          <b>new</b>
        </span>{' '}
        not read yet
        {dates.some((date) => date > bounds.lastBookable) &&
          ` · players get dates until ${longDate(bounds.lastBookable)}`}
      </p>
    </section>
  );
}

/** What is on a date, and in a few words where there is no room for more. */
function What({ day, bounds }: { day: Day; bounds: Bounds }) {
  const { date, state, submission, label } = day;
  if (state === 'free' && freeText(date, bounds) !== 'free') return null;
  const word = state === 'reserved' ? 'verse' : state;
  const sign = signOf(day, bounds);
  const isPlain = sign === signs.reserved;
  return (
    <>
      <span class="sign">
        {isUnread(day) && <b>new</b>} {submission?.byEditor && 'own '}
        {!(isPlain && (submission?.byEditor || isUnread(day))) && sign}
      </span>
      {submission ? (
        <>
          <span class="short">{shortReference(submission)}</span>
          <span class="long">
            <b>{submission.reference}</b> <span class="words">{submission.words}</span>
          </span>
        </>
      ) : (
        <>
          <span class="short">{word}</span>
          <span class="long words">{label ?? word}</span>
        </>
      )}
    </>
  );
}

/** E.g. "1Th 5:17". */
function shortReference({ bookId, chapter, verse }: DeskSubmission): string {
  const book = bookId.replace(/[A-Z]+/, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase());
  return `${book} ${chapter}:${verse}`;
}
