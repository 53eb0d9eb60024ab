import { useLayoutEffect, useRef } from 'preact/hooks';
import { ChangeButton } from './change-button.tsx';
import type { Change, Verse } from './changes.ts';
import { longDate } from './dates.ts';
import { textOf } from './form.ts';
import { NoteField } from './note-field.tsx';

interface WithdrawDialogProps {
  readonly date: string;
  readonly verse: Verse;
  readonly onChange: (change: Change) => void;
  readonly onClose: () => void;
}

/** Asks before a verse is withdrawn, since there is no way back. */
export function WithdrawDialog({ date, verse, onChange, onClose }: WithdrawDialogProps) {
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
        <p>{longDate(date)} becomes free, and the player sees that the verse is withdrawn. This cannot be undone.</p>
        <label class="tick">
          <input type="checkbox" name="endCooldown" /> The player may submit again at once
        </label>
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
