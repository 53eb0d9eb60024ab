import { useState } from 'preact/hooks';
import { hasColumn } from './calendar-bar.tsx';
import { seen } from './changes.ts';
import { instantText, longDate } from './dates.ts';
import type { Day, DeskSubmission, RecordedChange, SeenDate } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { ChangeButton, FormDialog, textOf } from './form.tsx';
import { hintOf } from './use-keys.ts';

interface ReservedDayProps {
  readonly day: Day;
  readonly submission: DeskSubmission;
  /** Who set an own verse, if the date's history says so. */
  readonly setBy: RecordedChange | undefined;
  readonly mayChange: boolean;
}

/** The verse on a date, and who submitted it. */
export function ReservedDay({ day, submission, setBy, mayChange }: ReservedDayProps) {
  const { calendar, state, dispatch, isEditor, nameOf, openDate, make, say } = useDesk();
  const { date, label } = day;
  /** The date from which the operator wants to withdraw the verse. */
  const [left, setLeft] = useState<SeenDate>();
  const { reference, byEditor, words, player, submittedAt, movedFrom, alsoOn, alsoOnMore } = submission;
  const { reviewed, reviewedBy, reviewedByName, reviewedAt } = submission;
  const mark = (reviewed: boolean) => make({ action: 'review', verses: [submission], reviewed, date });
  function startMove(): void {
    say(undefined);
    const move = { verse: submission, from: seen(day) };
    dispatch({ type: 'start move', move, isInGrid: state.mode === 'month' && hasColumn() });
  }
  return (
    <>
      <p class="reference">{reference}</p>
      {words && <blockquote>{words}</blockquote>}
      {byEditor && label && <p>The date is blocked: {label}.</p>}
      <dl>
        {!byEditor && (
          <>
            <dt>Player</dt>
            <dd>
              <PlayerLink player={player} />
            </dd>
          </>
        )}
        <dt>{byEditor ? 'Set' : 'Submitted'}</dt>
        <dd>
          {byEditor && setBy && `by ${nameOf(setBy)}, `}
          <time dateTime={submittedAt}>{instantText(submittedAt)}</time>
        </dd>
        {reviewedBy && reviewedAt && (
          <>
            <dt>Read</dt>
            <dd>
              by {nameOf({ actor: reviewedBy, actorName: reviewedByName })},{' '}
              <time dateTime={reviewedAt}>{instantText(reviewedAt)}</time>
            </dd>
          </>
        )}
        {movedFrom && (
          <>
            <dt>Moved from</dt>
            <dd>{longDate(movedFrom)}</dd>
          </>
        )}
      </dl>
      {!reviewed && !isEditor && <p>No editor has read it yet.</p>}
      {!reviewed && isEditor && (
        <ChangeButton type="button" class="main" {...hintOf('R')} onClick={() => mark(true)}>
          {calendar.unread > 1 ? 'Mark as read, and show the next' : 'Mark as read'}
        </ChangeButton>
      )}
      {mayChange && (
        <div class="row">
          <ChangeButton type="button" onClick={startMove}>
            Move…
          </ChangeButton>
          <ChangeButton type="button" onClick={() => setLeft(seen(day))}>
            Withdraw…
          </ChangeButton>
          {reviewed && !byEditor && (
            <ChangeButton type="button" onClick={() => mark(false)}>
              Mark as not read
            </ChangeButton>
          )}
        </div>
      )}
      {alsoOn.length > 0 && (
        <>
          <p>The same verse is also on:</p>
          <ul class="row">
            {alsoOn.map((other) => (
              <li key={other}>
                <button type="button" class="link" onClick={() => openDate(other)}>
                  {longDate(other)}
                </button>
              </li>
            ))}
          </ul>
          {alsoOnMore !== undefined && <p>and on {alsoOnMore} more.</p>}
        </>
      )}
      {left && <WithdrawDialog from={left} verse={submission} onClose={() => setLeft(undefined)} />}
    </>
  );
}

/** Leads to all verses of a player. */
export function PlayerLink({ player }: { readonly player: string }) {
  const { dispatch } = useDesk();
  return (
    <button type="button" class="link player" onClick={() => dispatch({ type: 'search', query: { player } })}>
      {player}
    </button>
  );
}

interface WithdrawDialogProps {
  readonly from: SeenDate;
  readonly verse: DeskSubmission;
  readonly onClose: () => void;
}

/** Asks before a verse is withdrawn, since its player sees that. */
function WithdrawDialog({ from, verse, onClose }: WithdrawDialogProps) {
  const { make } = useDesk();
  return (
    <FormDialog
      title={`Withdraw ${verse.reference}?`}
      submit={`Withdraw ${verse.reference}`}
      cancel="Keep it"
      onClose={onClose}
      onSubmit={(event) => {
        const endCooldown = textOf(event, 'endCooldown') !== undefined;
        void make({ action: 'withdraw', verse, from, endCooldown, note: textOf(event, 'note') });
      }}
    >
      {verse.byEditor ? (
        <p>It leaves {longDate(from.date)}.</p>
      ) : (
        <>
          <p>{longDate(from.date)} becomes free, and the player sees that the verse is withdrawn.</p>
          <label class="tick">
            <input type="checkbox" name="endCooldown" /> The player may submit again at once
          </label>
        </>
      )}
    </FormDialog>
  );
}
