import { useState } from 'preact/hooks';
import { type PendingChange, type StartedMove, seen } from './changes.ts';
import { instantText, longDate } from './dates.ts';
import type { Day, DeskSubmission, RecordedChange, SeenDate } from './desk-client.ts';
import type { Query } from './find.ts';
import { ChangeButton, FormDialog, textOf } from './form.tsx';
import { useOperatorName } from './operator-name.ts';
import { PlayerLink } from './player-link.tsx';
import { hintOf } from './use-keys.ts';

interface ReservedDayProps {
  readonly day: Day;
  readonly submission: DeskSubmission;
  /** Who set an own verse, if the date's history says so. */
  readonly setBy: RecordedChange | undefined;
  readonly isEditor: boolean;
  /** Whether there are others that no editor has read. */
  readonly hasUnread: boolean;
  readonly mayChange: boolean;
  readonly onStartMove: (move: StartedMove) => void;
  readonly onSelect: (date: string) => void;
  readonly onChange: (change: PendingChange) => void;
  readonly onQuery: (query: Query) => void;
}

/** The verse on a date, and who submitted it. */
export function ReservedDay(props: ReservedDayProps) {
  const { day, submission, setBy, isEditor, hasUnread, mayChange, onStartMove, onSelect, onChange, onQuery } = props;
  const { date, label } = day;
  const nameOf = useOperatorName();
  /** The date from which the operator wants to withdraw the verse. */
  const [left, setLeft] = useState<SeenDate>();
  const { reference, byEditor, words, player, submittedAt, movedFrom, alsoOn, alsoOnMore } = submission;
  const { reviewed, reviewedBy, reviewedByName, reviewedAt } = submission;
  const mark = (reviewed: boolean) => onChange({ action: 'review', verses: [submission], reviewed, date });
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
              <PlayerLink player={player} onQuery={onQuery} />
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
          {hasUnread ? 'Mark as read, and show the next' : 'Mark as read'}
        </ChangeButton>
      )}
      {mayChange && (
        <div class="row">
          <ChangeButton type="button" onClick={() => onStartMove({ verse: submission, from: seen(day) })}>
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
                <button type="button" class="link" onClick={() => onSelect(other)}>
                  {longDate(other)}
                </button>
              </li>
            ))}
          </ul>
          {alsoOnMore !== undefined && <p>and on {alsoOnMore} more.</p>}
        </>
      )}
      {left && <WithdrawDialog from={left} verse={submission} onChange={onChange} onClose={() => setLeft(undefined)} />}
    </>
  );
}

interface WithdrawDialogProps {
  readonly from: SeenDate;
  readonly verse: DeskSubmission;
  readonly onChange: (change: PendingChange) => void;
  readonly onClose: () => void;
}

/** Asks before a verse is withdrawn, since its player sees that. */
function WithdrawDialog({ from, verse, onChange, onClose }: WithdrawDialogProps) {
  return (
    <FormDialog
      title={`Withdraw ${verse.reference}?`}
      submit={`Withdraw ${verse.reference}`}
      cancel="Keep it"
      onClose={onClose}
      onSubmit={(event) => {
        const endCooldown = textOf(event, 'endCooldown') !== undefined;
        onChange({ action: 'withdraw', verse, from, endCooldown, note: textOf(event, 'note') });
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
