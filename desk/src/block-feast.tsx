import { ChangeButton } from './change-button.tsx';
import { firstChangeable } from './dates.ts';
import { feasts, nextDates } from './feasts.ts';
import { textOf } from './form.ts';

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
