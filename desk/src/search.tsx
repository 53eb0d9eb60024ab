import { useEffect, useState } from 'preact/hooks';
import type { PendingChange } from './changes.ts';
import { instantText, isDate, longDate } from './dates.ts';
import { type Client, type FoundSubmission, isProblem, type Problem } from './desk-client.ts';
import type { Found, FoundVerses, Query } from './find.ts';
import { ChangeButton, textOf } from './form.tsx';
import { deskSubmissionLimits } from './generated/limits.ts';
import { PlayerLink } from './player-link.tsx';
import { RestoreDialog } from './restore.tsx';
import { blockText, count, problemText } from './texts.ts';

interface ResultsProps {
  readonly client: Client;
  readonly query: Query;
  /** Changes when the calendar does. */
  readonly version: number;
  /** The last date that cannot be changed any more. */
  readonly frozenUntil: string;
  readonly isEditor: boolean;
  /** Undefined ends the search. */
  readonly onQuery: (query: Query | undefined) => void;
  readonly onSelect: (date: string) => void;
  readonly onChange: (change: PendingChange) => void;
}

/** Where an operator types what to find: a date, or what leads to verses and blocked dates. */
export function SearchField({ onQuery, onSelect }: Pick<ResultsProps, 'onQuery' | 'onSelect'>) {
  return (
    <search>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = textOf(event, 'find');
          if (typed && isDate(typed)) onSelect(typed);
          else if (typed) onQuery({ typed });
        }}
      >
        <input
          type="search"
          id="search"
          name="find"
          aria-label="What to find"
          aria-keyshortcuts="/"
          placeholder="2026-12-24, john 3:16, a player, a label"
          maxLength={deskSubmissionLimits.player}
          autocomplete="off"
          onFocus={() => finder().catch(() => {})}
        />
        <button type="submit">Find</button>
        <button type="button" onClick={() => onQuery({ withdrawn: true })}>
          Withdrawn verses
        </button>
      </form>
    </search>
  );
}

/** What understands what is typed; loaded with the field's first focus. */
const finder = () => import('./find.ts');

/** Asks it, and says why that failed. */
async function ask<Result>(question: (module: Awaited<ReturnType<typeof finder>>) => Promise<Result>) {
  try {
    return await question(await finder());
  } catch (error) {
    return error as Error;
  }
}

/** What became of a search; nothing yet, perhaps. */
interface Answer {
  readonly query: Query;
  readonly found?: Found;
  readonly problem?: Problem;
}

/** Verses, by reference or player, and blocked dates, by label, and how they lead to their dates. */
export function Results(props: ResultsProps) {
  const { client, query, version, isEditor, onQuery, onSelect, onChange } = props;
  const [answer, setAnswer] = useState<Answer>({ query });
  // Not that of another search, while this one waits for its own.
  const { found, problem }: Answer = answer.query === query ? answer : { query };
  const [restored, setRestored] = useState<FoundSubmission>();

  // Again after a change: what it concerned is somewhere else now.
  useEffect(() => {
    let isCurrent = true;
    void ask(({ find }) => find(client, query, found)).then((result) => {
      if (isCurrent) setAnswer(isProblem(result) ? { query, problem: result } : { query, found: result });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, version, query]);

  async function showOlder(list: FoundVerses): Promise<void> {
    const longer = await ask(({ findOlder }) => findOlder(client, list));
    setAnswer((latest) => {
      if (latest.found === undefined || latest.found !== found) return latest;
      if (isProblem(longer)) return { query, found, problem: longer };
      return { query, found: { ...found, lists: found.lists.map((each) => (each === list ? longer : each)) } };
    });
  }

  const { lists = [], blocked, hint = '' } = found ?? {};
  const isEmpty = lists.length === 0 && !blocked;
  const rowOf = (verse: FoundSubmission) => {
    const { id, reference, player, date, withdrawnAt, withdrawnFrom, byEditor } = verse;
    const place = date ?? withdrawnFrom;
    const text = date ? longDate(date) : `withdrawn${withdrawnAt ? ` on ${instantText(withdrawnAt)}` : ''}`;
    return (
      <li key={id} class="row">
        <button type="button" class="link" onClick={() => place && onSelect(place)}>
          {text}: {reference}
        </button>
        {byEditor ? 'own' : <PlayerLink player={player} onQuery={onQuery} />}
        {isEditor && !date && (
          <button type="button" onClick={() => setRestored(verse)}>
            Restore…
          </button>
        )}
      </li>
    );
  };
  return (
    <section class="found" aria-labelledby="found" aria-busy={found === undefined}>
      <h2 id="found" tabIndex={-1}>
        Found
      </h2>
      <p role="status">
        {problem ? problemText(problem) : found ? isEmpty && `Nothing was found. ${hint}` : 'Searching…'}
      </p>
      {lists.map((list) => (
        <div key={list.title}>
          <h3>{list.title}</h3>
          <ol>{list.submissions.map(rowOf)}</ol>
          {list.before && (
            <button type="button" onClick={() => showOlder(list)}>
              Older
            </button>
          )}
        </div>
      ))}
      {blocked && (
        <>
          <h3>{blockText('Blocked', query.typed)}</h3>
          <ol>
            {blocked.ranges.map(({ from, to, label }) => (
              <li key={from}>
                <button type="button" class="link" onClick={() => onSelect(from)}>
                  {longDate(from)}
                  {to > from && ` – ${longDate(to)}`}
                  {label && `: ${label}`}
                </button>
              </li>
            ))}
          </ol>
          {blocked.more && <p>There are more of them, after these.</p>}
          {isEditor && (
            <ChangeButton type="button" onClick={() => onChange({ action: 'unblock', blocks: blocked.dates })}>
              Unblock {count(blocked.dates.length, 'date', 'dates')}
            </ChangeButton>
          )}
        </>
      )}
      <button type="button" onClick={() => onQuery(undefined)}>
        Close the search
      </button>
      {restored && <RestoreDialog {...props} verse={restored} onClose={() => setRestored(undefined)} />}
    </section>
  );
}
