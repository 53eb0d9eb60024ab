import { addMonths, monthNames } from './dates.ts';

/** How the calendar is shown: a month as a grid, or a year as a list. */
type View = 'month' | 'agenda';

const stored = 'desk-view';

/** The view that was chosen last; until one is, a phone has the agenda. */
export function latestView(): View {
  const view = localStorage.getItem(stored);
  if (view === 'month' || view === 'agenda') return view;
  return matchMedia('(width < 48rem)').matches ? 'agenda' : 'month';
}

interface CalendarBarProps {
  readonly view: View;
  readonly today: string;
  /** A date of the month that is shown. */
  readonly shown: string;
  readonly onView: (view: View) => void;
  readonly onShow: (date: string) => void;
  readonly onToday: () => void;
}

/** Goes to another month, and switches between the views. */
export function CalendarBar({ view, today, shown, onView, onShow, onToday }: CalendarBarProps) {
  const [year, month] = shown.split('-') as [string, string];
  const thisYear = Number(today.slice(0, 4));
  // The years of which feasts are blocked, and two to look back on.
  const years = Array.from({ length: 13 }, (_, index) => String(thisYear - 2 + index));

  /** The agenda's years begin on today's date, so the first of this month is in the year before. */
  function showMonth(chosen: string): void {
    onShow(today.startsWith(chosen) ? today : `${chosen}-01`);
  }
  function choose(next: View): void {
    localStorage.setItem(stored, next);
    onView(next);
  }
  return (
    <div class="bar">
      <div>
        {view === 'month' && (
          <button type="button" aria-label="Previous month" onClick={() => onShow(addMonths(shown, -1))}>
            ‹
          </button>
        )}
        <select
          aria-label="Month"
          value={month}
          onChange={({ currentTarget }) => showMonth(`${year}-${currentTarget.value}`)}
        >
          {monthNames.map((name, index) => (
            <option key={name} value={String(index + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Year"
          value={year}
          onChange={({ currentTarget }) => showMonth(`${currentTarget.value}-${month}`)}
        >
          {[...new Set([...years, year])].sort().map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {view === 'month' && (
          <button type="button" aria-label="Next month" onClick={() => onShow(addMonths(shown, 1))}>
            ›
          </button>
        )}
      </div>
      <button type="button" aria-keyshortcuts="T" title="Key: T" onClick={onToday}>
        Today
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would need a line */}
      <div role="group" aria-label="View">
        {(['month', 'agenda'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => choose(each)}>
            {each === 'month' ? 'Month' : 'Agenda'}
          </button>
        ))}
      </div>
    </div>
  );
}
