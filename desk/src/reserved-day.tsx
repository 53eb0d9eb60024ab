import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PendingChange, StartedMove } from './changes.ts';
import type { DeskSubmission } from './client.ts';
import { instantText, longDate } from './dates.ts';
import { ChangeButton, NoteField, textOf } from './form.tsx';

interface ReservedDayProps {
  readonly date: string;
  readonly submission: DeskSubmission;
  /** That of a block below a verse of the editor's own. */
  readonly label: string | undefined;
  readonly mayChange: boolean;
  readonly onStartMove: (move: StartedMove) => void;
  readonly onSelect: (date: string) => void;
  readonly onChange: (change: PendingChange) => void;
}

/** The verse on a date, and who submitted it. */
export function ReservedDay(props: ReservedDayProps) {
  const { date, submission, label, mayChange, onStartMove, onSelect, onChange } = props;
  const [isAsking, setAsking] = useState(false);
  const { reference, byEditor, words, player, submittedAt, movedFrom, alsoOn, alsoOnMore } = submission;
  return (
    <>
      <p class="reference">{reference}</p>
      {words && <blockquote>{words}</blockquote>}
      {byEditor && <p>A verse of your own{label && `, on a date that is blocked: ${label}`}.</p>}
      <dl>
        {!byEditor && (
          <>
            <dt>Player</dt>
            <dd>{player}</dd>
          </>
        )}
        <dt>Submitted</dt>
        <dd>
          <time dateTime={submittedAt}>{instantText(submittedAt)}</time>
        </dd>
        {movedFrom && (
          <>
            <dt>Moved from</dt>
            <dd>{longDate(movedFrom)}</dd>
          </>
        )}
      </dl>
      {mayChange && (
        <div class="row">
          <ChangeButton type="button" onClick={() => onStartMove({ verse: submission, from: date })}>
            Move…
          </ChangeButton>
          <ChangeButton type="button" onClick={() => setAsking(true)}>
            Withdraw…
          </ChangeButton>
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
      {isAsking && (
        <WithdrawDialog date={date} verse={submission} onChange={onChange} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface WithdrawDialogProps {
  readonly date: string;
  readonly verse: DeskSubmission;
  readonly onChange: (change: PendingChange) => void;
  readonly onClose: () => void;
}

/** Asks before a verse is withdrawn, since its player sees that. */
function WithdrawDialog({ date, verse, onChange, onClose }: WithdrawDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="withdraw" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const endCooldown = textOf(event, 'endCooldown') !== undefined;
          const note = textOf(event, 'note');
          dialog.current?.close();
          onChange({ action: 'withdraw', verse, from: date, endCooldown, note });
        }}
      >
        <h2 id="withdraw">Withdraw {verse.reference}?</h2>
        {verse.byEditor ? (
          <p>It leaves {longDate(date)}.</p>
        ) : (
          <>
            <p>{longDate(date)} becomes free, and the player sees that the verse is withdrawn.</p>
            <label class="tick">
              <input type="checkbox" name="endCooldown" /> The player may submit again at once
            </label>
          </>
        )}
        <NoteField />
        <div class="row">
          <ChangeButton type="submit" class="main">
            Withdraw {verse.reference}
          </ChangeButton>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </form>
    </dialog>
  );
}
