import { useState } from 'preact/hooks';
import type { Submission } from './api.ts';
import { ChangeButton } from './change-button.tsx';
import type { Change } from './changes.ts';
import { instantText, longDate } from './dates.ts';
import type { Move } from './move-form.tsx';
import { count } from './texts.ts';
import { VerseWords } from './verse-words.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface ReservedDayProps {
  readonly date: string;
  readonly submission: Submission;
  readonly isFrozen: boolean;
  readonly onStartMove: (move: Move) => void;
  readonly onSelect: (date: string) => void;
  readonly onChange: (change: Change) => void;
}

/** The verse on a date, and who submitted it. */
export function ReservedDay({ date, submission, isFrozen, onStartMove, onSelect, onChange }: ReservedDayProps) {
  const [isAsking, setAsking] = useState(false);
  const { reference, player, submittedAt, movedFrom, alsoOn, alsoOnMore } = submission;
  return (
    <>
      <p class="reference">{reference}</p>
      <dl>
        <dt>Player</dt>
        <dd>{player}</dd>
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
        {alsoOn.length > 0 && (
          <>
            <dt>The same verse is also on</dt>
            {alsoOn.map((other) => (
              <dd key={other}>
                <button type="button" onClick={() => onSelect(other)}>
                  {longDate(other)}
                </button>
              </dd>
            ))}
            {alsoOnMore !== undefined && <dd>and on {count(alsoOnMore, 'more date', 'more dates')}</dd>}
          </>
        )}
      </dl>
      {!isFrozen && (
        <div class="row">
          <ChangeButton type="button" onClick={() => onStartMove({ verse: submission, from: date })}>
            Move…
          </ChangeButton>
          <ChangeButton type="button" onClick={() => setAsking(true)}>
            Withdraw…
          </ChangeButton>
        </div>
      )}
      {/* Last, so that no button moves when they come. */}
      <VerseWords verse={submission} />
      {isAsking && (
        <WithdrawDialog date={date} verse={submission} onChange={onChange} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
