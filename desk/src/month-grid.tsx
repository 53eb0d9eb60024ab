import { isTarget, type StartedMove, seen } from './changes.ts';
import { dateForKey, longDate, monthDay, monthTitle, weekStartOf } from './dates.ts';
import type { Day, DeskSubmission } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { weeksShown } from './desk-state.ts';
import { cellText, countsText, freeText, isUnread, marksOf, nearDays, signOf, signs } from './texts.ts';

/** Where weeks begin for the operator. */
export const weekStart = weekStartOf(navigator.language);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Some weeks as a table with one tab stop, as the ARIA Authoring Practices have date grids. */
export function MonthGrid() {
  const { calendar, days, state, dispatch, isEditor, openDate, say } = useDesk();
  const { isFromNow, focused, selected, move } = state;
  const { today, frozenUntil, lastBookable } = calendar;
  const weeks = weeksShown(state);
  function drag(move: StartedMove | undefined): void {
    say(undefined);
    dispatch({ type: 'drag', move });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') openDate(focused);
    else {
      const next = dateForKey(focused, event, weekStart);
      if (next === undefined) return;
      dispatch({ type: 'focus', date: next });
    }
    event.preventDefault();
  }

  const isLoading = !days.has(focused);
  const dates = weeks.flat().filter((date) => date !== undefined);
  const cellOf = (date: string) => {
    const day = days.get(date);
    const { submission } = day ?? {};
    const isFrozen = date <= frozenUntil;
    const isTo = move && day && isTarget(move, day, frozenUntil);
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
        onClick={() => openDate(date)}
        title={(day && marksOf(day, calendar).join(', ')) || undefined}
        draggable={isEditor && !isFrozen && submission !== undefined}
        onDragStart={({ dataTransfer }) => {
          dataTransfer?.setData('text/plain', submission?.reference ?? ''); // Firefox needs some
          if (day && submission) drag({ verse: submission, from: seen(day) });
        }}
        onDragOver={(event) => isTo && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          openDate(date);
        }}
        onDragEnd={({ dataTransfer }) => dataTransfer?.dropEffect === 'none' && drag(undefined)}
      >
        <span class="unseen">{cellText(date, day, calendar)}</span>
        <span class="cell" aria-hidden="true">
          <span class="number">{date.endsWith('-01') ? monthDay(date) : Number(date.slice(8))}</span>
          {day && <What day={day} />}
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
          calendar,
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
        <span aria-hidden="true">●●</span> the same verse within {nearDays(calendar)} days ·{' '}
        <span aria-hidden="true">
          <b>new</b>
        </span>{' '}
        not read yet
        {dates.some((date) => date > lastBookable) && ` · players get dates until ${longDate(lastBookable)}`}
      </p>
    </section>
  );
}

/** What is on a date, and in a few words where there is no room for more. */
function What({ day }: { readonly day: Day }) {
  const { calendar } = useDesk();
  const { date, state, submission, label } = day;
  if (state === 'free' && freeText(date, calendar) !== 'free') return null;
  const word = state === 'reserved' ? 'verse' : state;
  const sign = signOf(day, calendar);
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
