import { useEffect } from 'preact/hooks';
import { dayOfMonth } from './dates.ts';
import type { Calendar } from './desk-client.ts';
import { coverageText, viewerText } from './texts.ts';

interface OverviewProps {
  readonly calendar: Calendar;
  readonly onSelect: (date: string) => void;
}

/** How the calendar stands as a whole, and whether whoever looks at it may change it. */
export function Overview({ calendar, onSelect }: OverviewProps) {
  const { covered, firstGap, free } = coverageText(calendar);
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
    <>
      <p class="coverage">
        {covered}
        {firstGap && (
          <>
            ; first gap:{' '}
            <a
              href={`#${firstGap}`}
              onClick={(event) => {
                event.preventDefault();
                onSelect(firstGap);
              }}
            >
              {dayOfMonth(firstGap)}
            </a>
          </>
        )}
        . {free}
      </p>
      {role === 'calendar-viewer' && <p>{viewerText}</p>}
      {calendar.paused && (
        <p class="coverage">
          <span aria-hidden="true">❚❚</span> Paused: players get no date.
        </p>
      )}
    </>
  );
}
