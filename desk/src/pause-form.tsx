import { ChangeButton } from './change-button.tsx';
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
        }}
      >
        <p>During a pause players get no date: for them, every date is taken.</p>
        <NoteField />
        <ChangeButton type="submit">{isPaused ? 'Resume' : 'Pause'}</ChangeButton>
      </form>
    </section>
  );
}
