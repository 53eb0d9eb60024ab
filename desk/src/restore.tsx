import { useState } from 'preact/hooks';
import { isOpenTo } from './changes.ts';
import { addDays, longDate } from './dates.ts';
import type { Day, FoundSubmission } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { FormDialog, textOf } from './form.tsx';
import { frozenText, stateText } from './texts.ts';

interface RestoreDialogProps {
  readonly verse: FoundSubmission;
  /** The date from which it was withdrawn, if that can still be changed. */
  readonly day: Day | undefined;
  readonly onClose: () => void;
}

/** Asks where a withdrawn verse is to be: on its old date, if that is free, or on another one. */
export function RestoreDialog({ verse, day, onClose }: RestoreDialogProps) {
  const { calendar, days, restore } = useDesk();
  const { reference, withdrawnFrom: old = '' } = verse;
  const [why] = useState(() => whyNotBack(verse, day));
  const [to, setTo] = useState(why ? '' : old);
  return (
    <FormDialog
      title={`Restore ${reference}`}
      submit={to ? `Restore to ${longDate(to)}` : 'Restore'}
      cancel="Cancel"
      onClose={onClose}
      onSubmit={(event) => restore(verse, to, textOf(event, 'note'), [...days.values()])}
    >
      <p role="status">{why && `${longDate(old)} ${why}. Choose another date.`}</p>
      <label>
        Date
        <input
          type="date"
          required
          min={addDays(calendar.frozenUntil, 1)}
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}

/** Why a verse cannot be on its old date again; undefined if it can. */
export function whyNotBack(verse: FoundSubmission, day: Day | undefined): string | undefined {
  if (day === undefined) return frozenText;
  return isOpenTo(verse, day) ? undefined : stateText(day);
}
