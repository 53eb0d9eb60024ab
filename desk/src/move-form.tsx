import type { Day, Submission } from './api.ts';
import { ChangeButton } from './change-button.tsx';
import type { Change } from './changes.ts';
import { textOf } from './form.ts';
import { NoteField } from './note-field.tsx';
import { moveText } from './texts.ts';

/** A verse that is to move. */
export interface Move {
  readonly verse: Submission;
  readonly from: string;
}

interface MoveFormProps {
  /** The date that is selected. */
  readonly day: Day;
  readonly isFrozen: boolean;
  readonly move: Move;
  readonly onChange: (change: Change) => void;
  readonly onCancelMove: () => void;
}

/** Moves a verse to the date that is selected; if a verse is there, they swap their dates. */
export function MoveForm({ day, isFrozen, move: { verse, from }, onChange, onCancelMove }: MoveFormProps) {
  const { date: to, state, submission: other } = day;
  const isPossible = to !== from && !isFrozen && (state === 'free' || other !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const note = textOf(event, 'note');
        onChange({ action: 'move', verse, from, to, swapWith: other, note });
      }}
    >
      <p>{moveText(day, verse, from)}</p>
      {isPossible && <NoteField />}
      <div class="row">
        {isPossible && (
          <ChangeButton type="submit" class="main">
            {other ? `Swap ${verse.reference} and ${other.reference}` : `Move ${verse.reference} here`}
          </ChangeButton>
        )}
        <button type="button" onClick={onCancelMove}>
          Cancel
        </button>
      </div>
    </form>
  );
}
