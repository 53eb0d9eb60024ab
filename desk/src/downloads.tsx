import type { Api } from './api.ts';

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
