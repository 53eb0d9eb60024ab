import { addMonths, shortMonth } from './dates.ts';
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

interface ModeSwitchProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}

/** Switches between the modes. */
export function ModeSwitch({ mode, onMode }: ModeSwitchProps) {
  function choose(chosen: Mode): void {
    localStorage.setItem(stored, chosen);
    onMode(chosen);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would need a line
    <div class="modes" role="group" aria-label="View">
      {(['month', 'agenda'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === mode} onClick={() => choose(each)}>
          {modeNames[each]}
        </button>
      ))}
    </div>
  );
}

interface CalendarBarProps {
  readonly mode: Mode;
  readonly today: string;
  /** A date of the month that is shown. */
  readonly shown: string;
  /** Whether the grid shows the weeks from this one on, and not a month. */
  readonly isFromNow: boolean;
  readonly onShow: (date: string) => void;
  readonly onToday: () => void;
  readonly onFind: () => void;
}

/** Goes to another month, to today, and on a phone to the search. */
export function CalendarBar({ mode, today, shown, isFromNow, onShow, onToday, onFind }: CalendarBarProps) {
  // Of these weeks, the first month and the next one.
  const [previous, next] = isFromNow ? [today, addMonths(today, 1)] : [addMonths(shown, -1), addMonths(shown, 1)];
  // Last year, this one and the next; what is farther away is found by its date.
  const january = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const months = Array.from({ length: 36 }, (_, index) => addMonths(january, index).slice(0, 7));
  return (
    <div class="months">
      {mode === 'month' && (
        <button type="button" class="step" aria-label="Previous month" onClick={() => onShow(previous)}>
          ‹
        </button>
      )}
      <select
        aria-label="Month"
        value={shown.slice(0, 7)}
        onChange={({ currentTarget: { value } }) => onShow(today.startsWith(value) ? today : `${value}-01`)}
      >
        {[...new Set([...months, shown.slice(0, 7)])].sort().map((month) => (
          <option key={month} value={month}>
            {shortMonth(month)}
          </option>
        ))}
      </select>
      {mode === 'month' && (
        <button type="button" class="step" aria-label="Next month" onClick={() => onShow(next)}>
          ›
        </button>
      )}
      <button type="button" {...hintOf('T')} onClick={onToday}>
        Today
      </button>
      <button type="button" class="find" aria-label="Search" onClick={onFind}>
        ⌕
      </button>
    </div>
  );
}
