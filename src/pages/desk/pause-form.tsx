import type { Change } from './changes.ts';
import { textOf } from './form.ts';
import { NoteField } from './note-field.tsx';

interface PauseFormProps {
  readonly isPaused: boolean;
  readonly onChange: (change: Change) => void;
}

/** Pauses the calendar, or resumes it. */
export function PauseForm({ isPaused, onChange }: PauseFormProps) {
  return (
    <section aria-labelledby="pause">
      <h2 id="pause">{isPaused ? 'The calendar is paused' : 'Pause the calendar'}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ action: isPaused ? 'resume' : 'pause', note: textOf(event, 'note') });
          event.currentTarget.reset();
        }}
      >
        <p>During a pause players get no date: for them, every date is taken.</p>
        <NoteField />
        <button type="submit">{isPaused ? 'Resume' : 'Pause'}</button>
      </form>
    </section>
  );
}
