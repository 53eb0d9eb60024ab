import { useEffect } from 'preact/hooks';
import { longDate } from './dates.ts';
import type { Calendar } from './desk-client.ts';
import { coverageText, viewerText } from './texts.ts';

interface OverviewProps {
  readonly calendar: Calendar;
  /** The first date without a verse that can still have one. */
  readonly gap: string | undefined;
  readonly onSelect: (date: string) => void;
}

/** How the calendar stands as a whole, and whether whoever looks at it may change it. */
export function Overview({ calendar, gap, onSelect }: OverviewProps) {
  const { role } = calendar;
  // In the page's heading, which is there before anybody is signed in.
  useEffect(() => {
    const place = document.querySelector('#role') as HTMLElement;
    place.textContent = ` · ${role.replace('calendar-', '')}`;
    return () => {
      place.textContent = '';
    };
  }, [role]);
  return (
    <div>
      <p class="coverage">
        {coverageText(calendar, gap)}{' '}
        {gap && (
          <>
            First gap:{' '}
            <a
              href={`#${gap}`}
              onClick={(event) => {
                event.preventDefault(); // its address may be there already
                onSelect(gap);
              }}
            >
              {longDate(gap)}
            </a>
            .
          </>
        )}
      </p>
      {role === 'calendar-viewer' && <p>{viewerText}</p>}
      {calendar.paused && (
        <p class="coverage">
          <span aria-hidden="true">❚❚</span> Paused: players get no date.
        </p>
      )}
    </div>
  );
}
