import { useEffect } from 'preact/hooks';
import { longDate, monthDay } from './dates.ts';
import type { Calendar } from './desk-client.ts';
import type { Query } from './find.ts';
import { count, coverageText, takenText, viewerText } from './texts.ts';

interface OverviewProps {
  readonly calendar: Calendar;
  /** The first date without a verse that can still have one. */
  readonly gap: string | undefined;
  readonly onSelect: (date: string) => void;
  readonly onQuery: (query: Query) => void;
}

/** How the calendar stands as a whole, and whether whoever looks at it may change it. */
export function Overview({ calendar, gap, onSelect, onQuery }: OverviewProps) {
  const { role, unread, firstUnread } = calendar;
  // Its address may be there already.
  const linkTo = (date: string, text: string) => (
    <a
      href={`#${date}`}
      onClick={(event) => {
        event.preventDefault();
        onSelect(date);
      }}
    >
      {text}
    </a>
  );
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
      {/* One line always, so that the calendar stays where it is while somebody reads. */}
      <p class="coverage">
        {firstUnread ? (
          <>
            <button type="button" class="link" onClick={() => onQuery({ unread: true })}>
              {count(unread, 'verse', 'verses')} not read
            </button>
            , the first for {linkTo(firstUnread, monthDay(firstUnread))}
          </>
        ) : (
          'Every verse is read.'
        )}
      </p>
      <p>
        {coverageText(calendar, gap)} {gap && <>First gap: {linkTo(gap, longDate(gap))}.</>}{' '}
        <span class="taken">{takenText(calendar)}</span>
      </p>
      {role === 'calendar-viewer' && <p>{viewerText}</p>}
      {calendar.paused && (
        <p class="coverage">
          <span aria-hidden="true">❚❚</span> Paused: players cannot submit.
        </p>
      )}
    </div>
  );
}
