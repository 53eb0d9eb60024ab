import { useState } from 'preact/hooks';
import { seen } from './changes.ts';
import type { Day } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { ChangeButton } from './form.tsx';
import type { Reading } from './references.ts';
import { problemText } from './texts.ts';

/** Puts a verse of the editor's own on a date, as its operator sees it. */
export function OwnVerseForm({ day }: { readonly day: Day }) {
  const { make } = useDesk();
  const [{ verse, problem, words }, setReading] = useState<Reading & { readonly words?: string }>({});
  /** Loads what understands references with the field's first focus; meanwhile somebody may type. */
  async function read(field: HTMLInputElement): Promise<void> {
    try {
      const { readReference, readWords } = await import('./find.ts');
      const reading = readReference(field.value);
      setReading(reading);
      const words = reading.verse && (await readWords(reading.verse));
      if (words) setReading((latest) => (latest === reading ? { ...reading, words } : latest));
    } catch (error) {
      setReading({ problem: problemText(error as Error) });
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (verse) void make({ action: 'set', ownVerse: verse, to: seen(day) });
      }}
    >
      <label>
        Put a verse of your own here
        <input
          placeholder="John 3:16, ps 23"
          required
          autocomplete="off"
          onFocus={({ currentTarget }) => read(currentTarget)}
          onInput={({ currentTarget }) => read(currentTarget)}
        />
      </label>
      <p role="status">{verse?.reference ?? problem}</p>
      {verse && (
        <>
          <ChangeButton type="submit" class="main">
            Put {verse.reference} here
          </ChangeButton>
          {/* Below the button, which stays where it is when they come. */}
          {words && <blockquote>{words}</blockquote>}
        </>
      )}
    </form>
  );
}
