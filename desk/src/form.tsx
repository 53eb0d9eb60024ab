import type { RefObject } from 'preact';
import { type ButtonHTMLAttributes, type ComponentChildren, createContext, type TargetedSubmitEvent } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { blockDatesLimits, moveLimits } from './generated/limits.ts';

/** What was typed into a field of a form, or undefined if nothing was. */
export function textOf(
  { currentTarget }: { readonly currentTarget: HTMLFormElement },
  name: string,
): string | undefined {
  return String(new FormData(currentTarget).get(name) ?? '').trim() || undefined;
}

/**
 * What a form shows, and so what its change is based on: the latest, but while somebody types in
 * it, what it showed before, whatever another operator or a player does.
 */
export function useShown<Value>(latest: Value, form: RefObject<HTMLElement | null>): Value {
  const shown = useRef(latest);
  if (!form.current?.querySelector('input:focus')) shown.current = latest;
  return shown.current;
}

/** Whether a change is being sent. */
export const Sending = createContext(false);

/**
 * A button that makes a change, or prepares one. It does nothing while another change is being
 * sent, nor at the second click of a double click, since by then it may take back what the first
 * one did. The attribute `disabled` would take the focus from it.
 */
export function ChangeButton({ onClick, ...attributes }: ButtonHTMLAttributes) {
  const isSending = useContext(Sending);
  return (
    <button
      {...attributes}
      aria-disabled={isSending}
      onClick={(event) => {
        if (isSending || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface FormDialogProps {
  readonly title: string;
  /** What the buttons say. */
  readonly submit: string;
  readonly cancel: string;
  /** Called when it is closed, by whatever means. */
  readonly onClose: () => void;
  readonly onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
  readonly children: ComponentChildren;
}

/** A form over the page, for a change with a note. */
export function FormDialog({ title, submit, cancel, onClose, onSubmit, children }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          dialog.current?.close(); // so that the focus is where it was, before the change moves it
          onSubmit(event);
        }}
      >
        {/* It has the focus at first, so that a second Enter does not submit. */}
        <h2 id="dialog" tabIndex={-1} autofocus>
          {title}
        </h2>
        {children}
        <NoteField />
        <div class="row">
          <ChangeButton type="submit" class="main">
            {submit}
          </ChangeButton>
          <button type="button" onClick={() => dialog.current?.close()}>
            {cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Why dates are blocked. */
export function ReasonField() {
  return (
    <label>
      Reason, e.g. Easter
      <input name="label" required pattern=".*\S.*" maxLength={blockDatesLimits.label} autocomplete="off" />
      <span class="hint">Players do not see it.</span>
    </label>
  );
}

/** Why a change is made, for the record. */
export function NoteField() {
  return (
    <label>
      Note for the record (optional)
      <input name="note" maxLength={moveLimits.note} autocomplete="off" />
    </label>
  );
}
