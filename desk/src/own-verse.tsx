import { useState } from 'preact/hooks';
import type { PendingChange } from './changes.ts';
import { ChangeButton } from './form.tsx';
import type { Reading } from './references.ts';
import { VerseWords } from './verse-words.tsx';

interface OwnVerseFormProps {
  readonly date: string;
  readonly onChange: (change: PendingChange) => void;
}

/** Puts a verse of the editor's own on a date. */
export function OwnVerseForm({ date, onChange }: OwnVerseFormProps) {
  const [{ verse, problem }, setReading] = useState<Reading>({});
  /** Loads what understands references with the field's first focus. */
  async function read(typed: string): Promise<void> {
    try {
      const { readReference } = await import('./references.ts');
      setReading(typed.trim() === '' ? {} : readReference(typed));
    } catch {
      setReading({ problem: 'We couldn’t load what understands references. Type again to try again.' });
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (verse) onChange({ action: 'set', ownVerse: verse, to: date });
      }}
    >
      <label>
        Put a verse of your own here
        <input
          placeholder="John 3:16, ps 23"
          required
          autocomplete="off"
          onFocus={({ currentTarget }) => read(currentTarget.value)}
          onInput={({ currentTarget }) => read(currentTarget.value)}
        />
      </label>
      <p role="status">{verse?.reference ?? problem}</p>
      {verse && (
        <>
          <VerseWords verse={verse} />
          <ChangeButton type="submit">Put {verse.reference} here</ChangeButton>
        </>
      )}
    </form>
  );
}
