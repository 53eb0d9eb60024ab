import { useState } from 'preact/hooks';
import { marked } from '../../client/src/element/references/marked.ts';
import { dateWithYear, dayOfMonth, longDate } from './dates.ts';
import { type FoundSubmission, isProblem, type Problem } from './desk-client.ts';
import { type DeskContext, useDesk } from './desk-context.ts';
import type { Found, Query } from './find.ts';
import { ChangeButton } from './form.tsx';
import { PlayerLink } from './reserved-day.tsx';
import { RestoreDialog, whyNotBack } from './restore.tsx';
import { count, problemText } from './texts.ts';
import { useRead } from './use-read.ts';

/** What became of a search; nothing yet, perhaps. */
interface Answer {
  readonly query: Query;
  readonly found?: Found;
  readonly problem?: Problem;
}

/** How many submissions are read at first, and how many more at a time. */
const step = 250;

/** Verses and blocked dates that were found, and how they lead to their dates. */
export function Results({ query }: { readonly query: Query }) {
  const { client, calendar, version, state, dispatch, isEditor, nameOf, openDate, make } = useDesk();
  const { selected, isListShown } = state;
  const [answer, setAnswer] = useState<Answer>({ query });
  const [limit, setLimit] = useState(step);
  // Not that of another search, while this one waits for its own.
  const { found, problem }: Answer = answer.query === query ? answer : { query };
  const [restored, setRestored] = useState<FoundSubmission>();

  // Again after a change: what it concerned is somewhere else now.
  useRead(ask, (result) => setAnswer({ query, ...(isProblem(result) ? { problem: result } : { found: result }) }), [
    client,
    version,
    query,
    limit,
  ]);

  async function ask(): Promise<Found | Problem> {
    try {
      const { find } = await import('./find.ts');
      return await find(client, query, calendar, limit);
    } catch (error) {
      return error as Error;
    }
  }

  const { coming = [], earlier = [], withdrawn = [], left, blocked, hint } = found ?? {};
  const isEmpty = coming.length + earlier.length + withdrawn.length === 0 && blocked === undefined;
  const dayLeft = ({ withdrawnFrom = '' }: FoundSubmission) => left?.get(withdrawnFrom);
  const whoOf = ({ byEditor, player }: FoundSubmission) => (byEditor ? 'own' : <PlayerLink player={player} />);
  const rowOf = (verse: FoundSubmission) => (
    <li key={verse.id} class="entry reserved" aria-current={verse.date === selected ? 'date' : undefined}>
      <button type="button" onClick={() => verse.date && openDate(verse.date)}>
        {dateWithYear(verse.date ?? '')}
      </button>
      <span class="what">{verse.reference}</span>
      <span class="words">
        {marked(verse.words ?? '', query.typed ?? '', (word) => (
          <mark>{word}</mark>
        ))}
      </span>
      <span class="who">
        {whoOf(verse)}
        {!verse.reviewed && !query.unread && <b class="unread">not read</b>}
        {verse.movedFrom && <span>moved from {dayOfMonth(verse.movedFrom)}</span>}
      </span>
    </li>
  );
  const withdrawnRowOf = (verse: FoundSubmission) => (
    <li key={verse.id} class="withdrawn">
      <div>
        <p>
          <b>{verse.reference}</b> · {whoOf(verse)}
        </p>
        <p>{withdrawalText(verse, nameOf)}</p>
        {verse.withdrawalNote && <p class="note">{verse.withdrawalNote}</p>}
        <p>Its date {whyNotBack(verse, dayLeft(verse)) ?? 'is free'}.</p>
      </div>
      {isEditor && (
        <button type="button" onClick={() => setRestored(verse)}>
          Restore…
        </button>
      )}
    </li>
  );
  const counted = found && query.unread ? { ...found, count: calendar.unread } : found;
  if (!isListShown) {
    const place = [...coming, ...earlier].findIndex(({ date }) => date === selected) + 1;
    const what = counted && (place ? `${counted.title}, ${place} of ${counted.count}` : foundTitle(counted));
    return (
      <button type="button" class="link back" onClick={() => dispatch({ type: 'leave date' })}>
        ‹ {what ?? 'Searching…'}
      </button>
    );
  }
  return (
    <section class="found" aria-labelledby="found" aria-busy={found === undefined}>
      <div class="head">
        <h2 id="found" tabIndex={-1}>
          {counted ? foundTitle(counted) : 'Searching…'}
        </h2>
        <button type="button" aria-label="Close the search" onClick={() => dispatch({ type: 'end search' })}>
          ✕
        </button>
      </div>
      <p role="status">{problem ? problemText(problem) : found && isEmpty && (hint || 'Nothing was found.')}</p>
      <div class="lists">
        {coming.length > 0 && <ol>{coming.map(rowOf)}</ol>}
        {query.unread && isEditor && coming.length > 1 && !found?.hasOlder && (
          <ChangeButton
            type="button"
            onClick={() => make({ action: 'review', verses: coming, reviewed: true, date: coming.at(-1)?.date ?? '' })}
          >
            Mark these {coming.length} as read
          </ChangeButton>
        )}
        {earlier.length > 0 && (
          <>
            <h3>Earlier</h3>
            <ol>{earlier.map(rowOf)}</ol>
          </>
        )}
        {withdrawn.length > 0 && (
          <>
            {!query.withdrawn && <h3>Withdrawn</h3>}
            <ol>{withdrawn.map(withdrawnRowOf)}</ol>
          </>
        )}
        {found?.hasOlder && (
          <button type="button" onClick={() => setLimit(limit + step)}>
            Older submissions
          </button>
        )}
        {blocked && (
          <>
            <h3>Blocked</h3>
            <ol>
              {blocked.ranges.map(({ from, to, label }) => (
                <li key={from} class="entry blocked">
                  <button type="button" onClick={() => openDate(from)}>
                    {dateWithYear(from)}
                    {to > from && ` – ${dateWithYear(to)}`}
                  </button>
                  <span class="what">{label}</span>
                </li>
              ))}
            </ol>
            {blocked.more && <p>There are more of them, after these.</p>}
            {isEditor && (
              <ChangeButton type="button" onClick={() => make({ action: 'unblock', blocks: blocked.dates })}>
                Unblock {count(blocked.dates.length, 'date', 'dates')}
              </ChangeButton>
            )}
          </>
        )}
      </div>
      {restored && <RestoreDialog verse={restored} day={dayLeft(restored)} onClose={() => setRestored(undefined)} />}
    </section>
  );
}

/** E.g. "“christmas”: 2 verses, 3 blocked dates". */
function foundTitle({ title, count: verses, blocked }: Found): string {
  const counts = [
    ...(verses > 0 ? [count(verses, 'verse', 'verses')] : []),
    ...(blocked
      ? [`${count(blocked.dates.length, 'blocked date', 'blocked dates')}${blocked.more ? ' or more' : ''}`]
      : []),
  ];
  return counts.length > 0 ? `${title}: ${counts.join(', ')}` : title;
}

/** E.g. "Was on Saturday, January 2, 2027. Withdrawn by ed on November 23." */
function withdrawalText(
  { withdrawnFrom, withdrawnBy: actor, withdrawnByName: actorName, withdrawnAt }: FoundSubmission,
  nameOf: DeskContext['nameOf'],
): string {
  const by = actor ? ` by ${nameOf({ actor, actorName })}` : '';
  const when = withdrawnAt ? ` on ${dayOfMonth(withdrawnAt)}` : '';
  return `Was on ${longDate(withdrawnFrom ?? '')}. Withdrawn${by}${when}.`;
}
