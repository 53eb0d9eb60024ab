import { addMonths, shortMonth } from './dates.ts';
import { useDesk } from './desk-context.ts';
import type { Mode } from './desk-state.ts';
import { hintOf } from './use-keys.ts';

const stored = 'desk-view';
const modeNames = { month: 'Month', agenda: 'Agenda' } as const;

/** The mode that was chosen last; until one is, a phone has the agenda. */
export function latestMode(): Mode {
  const mode = localStorage.getItem(stored);
  if (mode === 'month' || mode === 'agenda') return mode;
  return matchMedia('(width < 48rem)').matches ? 'agenda' : 'month';
}

/** Whether a date has a column beside the calendar, and no sheet over it: by the condition of the styles. */
export function hasColumn(): boolean {
  return matchMedia('(width >= 56rem) or ((width >= 48rem) and (height < 30rem))').matches;
}

export function ModeSwitch() {
  const { state, dispatch } = useDesk();
  function choose(chosen: Mode): void {
    localStorage.setItem(stored, chosen);
    dispatch({ type: 'choose mode', mode: chosen });
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would need a line
    <div class="modes" role="group" aria-label="View">
      {(['month', 'agenda'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === state.mode} onClick={() => choose(each)}>
          {modeNames[each]}
        </button>
      ))}
    </div>
  );
}

/** Goes to another month, to today, and on a phone to the search. */
export function CalendarBar() {
  const { calendar, state, dispatch } = useDesk();
  const { today } = calendar;
  const { mode, focused: shown, isFromNow } = state;
  const show = (date: string) => dispatch({ type: 'choose month', date });
  // Of these weeks, the first month and the next one.
  const [previous, next] = isFromNow ? [today, addMonths(today, 1)] : [addMonths(shown, -1), addMonths(shown, 1)];
  // Last year, this one and the next; what is farther away is found by its date.
  const january = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const months = Array.from({ length: 36 }, (_, index) => addMonths(january, index).slice(0, 7));
  return (
    <div class="months">
      {mode === 'month' && (
        <button type="button" class="step" aria-label="Previous month" onClick={() => show(previous)}>
          ‹
        </button>
      )}
      <select
        aria-label="Month"
        value={shown.slice(0, 7)}
        onChange={({ currentTarget: { value } }) => show(today.startsWith(value) ? today : `${value}-01`)}
      >
        {[...new Set([...months, shown.slice(0, 7)])].sort().map((month) => (
          <option key={month} value={month}>
            {shortMonth(month)}
          </option>
        ))}
      </select>
      {mode === 'month' && (
        <button type="button" class="step" aria-label="Next month" onClick={() => show(next)}>
          ›
        </button>
      )}
      <button type="button" {...hintOf('T')} onClick={() => dispatch({ type: 'go to today', today })}>
        Today
      </button>
      <button type="button" class="find" aria-label="Search" onClick={() => dispatch({ type: 'find' })}>
        ⌕
      </button>
    </div>
  );
}
