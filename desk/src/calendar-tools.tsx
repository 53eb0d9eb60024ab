import type { Api } from './api.ts';
import type { Change } from './changes.ts';
import { firstChangeable } from './dates.ts';
import { feasts, nextDates } from './feasts.ts';
import { ChangeButton, NoteField, textOf } from './form.tsx';

const years = 10;

/** Blocks a feast, which may be on another date each year, for the next ten years. */
export function BlockFeast({ onBlock }: { onBlock: (dates: readonly string[], label: string) => void }) {
  return (
    <section aria-labelledby="feast">
      <h2 id="feast">Block a feast</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const feast = feasts.find(({ name }) => name === textOf(event, 'feast'));
          if (feast) onBlock(nextDates(feast, firstChangeable(), years), feast.name);
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

const files = [
  { name: 'calendar.csv', text: 'Table (CSV)' },
  { name: 'calendar.ics', text: 'Calendar file (ICS)' },
] as const;

interface DownloadsProps {
  readonly api: Api;
  readonly onFail: (problem: unknown, tryAgain: () => void) => void;
}

/** The calendar from today on, as files. A link alone could not send the token. */
export function Downloads({ api, onFail }: DownloadsProps) {
  async function save(name: (typeof files)[number]['name']): Promise<void> {
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await api.download(name));
      link.download = name;
      link.click();
      // Not every browser has read it yet.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (problem) {
      onFail(problem, () => save(name));
    }
  }
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">Download</h2>
      <div class="row">
        {files.map(({ name, text }) => (
          <button key={name} type="button" onClick={() => save(name)}>
            {text}
          </button>
        ))}
      </div>
    </section>
  );
}
