import { maxLength } from './limits.ts';

/** Why a change is made, for the record. */
export function NoteField() {
  return (
    <label>
      Note for the record (optional)
      <input name="note" maxLength={maxLength.note} autocomplete="off" />
    </label>
  );
}
