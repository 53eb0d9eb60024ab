import { useEffect } from 'preact/hooks';
import { longDate, monthDay } from './dates.ts';
import { useDesk } from './desk-context.ts';
import { count, coverageText, firstGap, takenText, viewerText } from './texts.ts';

/** How the calendar stands as a whole, and whether whoever looks at it may change it. */
export function Overview() {
  const { calendar, days, dispatch, openDate } = useDesk();
  const gap = firstGap(calendar, days);
  const { role, unread, firstUnread } = calendar;
  // Its address may be there already.
  const linkTo = (date: string, text: string) => (
    <a
      href={`#${date}`}
      onClick={(event) => {
        event.preventDefault();
        openDate(date);
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
            <button type="button" class="link" onClick={() => dispatch({ type: 'search', query: { unread: true } })}>
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
