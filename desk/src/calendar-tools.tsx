import type { PendingChange } from './changes.ts';
import type { Client, Problem } from './client.ts';
import { addDays } from './dates.ts';
import { feasts, nextDates } from './feasts.ts';
import { ChangeButton, NoteField, textOf } from './form.tsx';

const years = 10;

interface BlockFeastProps {
  /** The last date that cannot be blocked any more. */
  readonly frozenUntil: string;
  readonly onBlock: (dates: readonly string[], label: string) => void;
}

/** Blocks a feast, which may be on another date each year, for the next ten years. */
export function BlockFeast({ frozenUntil, onBlock }: BlockFeastProps) {
  return (
    <section aria-labelledby="feast">
      <h2 id="feast">Block a feast</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const feast = feasts.find(({ name }) => name === textOf(event, 'feast'));
          if (feast) onBlock(nextDates(feast, addDays(frozenUntil, 1), years), feast.name);
        }}
      >
        <label>
          Feast
          <select name="feast">
            {feasts.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <ChangeButton type="submit">Block it for {years} years</ChangeButton>
      </form>
    </section>
  );
}

interface PauseFormProps {
  readonly isPaused: boolean;
  readonly onChange: (change: PendingChange) => void;
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

const files = [
  { name: 'calendar.csv', operation: 'getCalendarCsv', text: 'Table (CSV)' },
  { name: 'calendar.ics', operation: 'getCalendarIcs', text: 'Calendar file (ICS)' },
] as const;

interface DownloadsProps {
  readonly client: Client;
  readonly onFail: (problem: Problem, tryAgain: () => void) => void;
}

/** The calendar from today on, as files. A link alone could not send the token. */
export function Downloads({ client, onFail }: DownloadsProps) {
  async function save(file: (typeof files)[number]): Promise<void> {
    const result = await client[file.operation]().catch((error: Error) => error);
    if (result instanceof Error || result.status !== 200) {
      onFail(result, () => save(file));
      return;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([result.text]));
    link.download = file.name;
    link.click();
    // Not every browser has read it yet.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">Download</h2>
      <div class="row">
        {files.map((file) => (
          <button key={file.name} type="button" onClick={() => save(file)}>
            {file.text}
          </button>
        ))}
      </div>
    </section>
  );
}
