/** Why a change is made, for the record. */
export function NoteField() {
  return (
    <label>
      Note for the record (optional)
      <input name="note" maxLength={500} autocomplete="off" />
    </label>
  );
}
