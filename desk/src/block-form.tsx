import { ChangeButton } from './change-button.tsx';
import { addDays, datesBetween } from './dates.ts';
import { textOf } from './form.ts';
import { maxLength } from './limits.ts';

interface BlockFormProps {
  readonly date: string;
  readonly onBlock: (dates: readonly string[], label: string) => void;
}

/** Blocks a date, or a range of at most a year. */
export function BlockForm({ date, onBlock }: BlockFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const label = textOf(event, 'label');
        if (label !== undefined) onBlock(datesBetween(date, textOf(event, 'until') ?? date), label);
      }}
    >
      <label>
        Label
        <input
          name="label"
          required
          pattern=".*\S.*"
          maxLength={maxLength.label}
          autocomplete="off"
          aria-describedby="label-hint"
        />
      </label>
      <p id="label-hint" class="hint">
        Why no verse may be here. Players do not see it.
      </p>
      <label>
        Until
        <input type="date" name="until" required defaultValue={date} min={date} max={addDays(date, 365)} />
      </label>
      <ChangeButton type="submit" class="main">
        Block
      </ChangeButton>
    </form>
  );
}
