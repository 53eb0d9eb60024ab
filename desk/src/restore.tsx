import { useEffect, useState } from 'preact/hooks';
import { isOpenTo, type PendingChange } from './changes.ts';
import { addDays, longDate } from './dates.ts';
import { type Client, type FoundSubmission, isProblem } from './desk-client.ts';
import { FormDialog, textOf } from './form.tsx';
import { readDays } from './read-days.ts';
import { frozenText, stateText } from './texts.ts';

interface RestoreDialogProps {
  readonly client: Client;
  readonly verse: FoundSubmission;
  /** The last date that cannot be changed any more. */
  readonly frozenUntil: string;
  readonly onChange: (change: PendingChange) => void;
  readonly onClose: () => void;
}

/** Asks where a withdrawn verse is to be: on its old date, if that is free, or on another one. */
export function RestoreDialog({ client, verse, frozenUntil, onChange, onClose }: RestoreDialogProps) {
  const { reference, withdrawnFrom: old = frozenUntil } = verse;
  const [to, setTo] = useState('');
  const [why, setWhy] = useState(old <= frozenUntil && frozenText);
  useEffect(() => {
    if (why) return;
    void readDays(client, [old]).then((days) => {
      const [day] = isProblem(days) ? [] : days;
      if (day && !isOpenTo(verse, day)) setWhy(stateText(day));
      else setTo((typed) => typed || old); // or the service says why not
    });
  }, []);
  return (
    <FormDialog
      title={`Restore ${reference}`}
      submit={to ? `Restore to ${longDate(to)}` : 'Restore'}
      cancel="Cancel"
      onClose={onClose}
      onSubmit={(event) => onChange({ action: 'restore', verse, to, note: textOf(event, 'note') })}
    >
      <p role="status">{why && `${longDate(old)} ${why}. Choose another date.`}</p>
      <label>
        Date
        <input
          type="date"
          required
          min={addDays(frozenUntil, 1)}
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
