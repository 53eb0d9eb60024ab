import { ChangeButton } from './form.tsx';
import type { Detail } from './texts.ts';

/** What there is to say of the latest change, and to do about it. */
export interface Message {
  readonly texts: readonly string[];
  readonly details: readonly Detail[];
  readonly undo?: (() => void) | undefined;
  readonly tryAgain?: (() => void) | undefined;
}

/** How far a change of many dates is. */
export interface Progress {
  readonly value: number;
  readonly max: number;
  /** Ends it before its next request. */
  readonly cancel: () => void;
}

interface NoticeProps {
  readonly message: Message | undefined;
  readonly progress: Progress | undefined;
  readonly onSelect: (date: string) => void;
}

/**
 * Says what became of the latest change, and takes it back. The live region is always there, since
 * screen readers read what changes in it.
 */
export function Notice({ message, progress, onSelect }: NoticeProps) {
  return (
    <div class="notice">
      <div role="status">
        {message && (
          <p id="notice" tabIndex={-1}>
            {message.texts.join(' ')}
          </p>
        )}
        {message && message.details.length > 0 && (
          <ul>
            {message.details.map(({ text, date }) => (
              <li key={text}>
                {date === undefined ? (
                  text
                ) : (
                  <button type="button" class="link" onClick={() => onSelect(date)}>
                    {text}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {progress && progress.max > 1 && (
        <div class="row">
          <label>
            Sending {progress.value} of {progress.max} <progress value={progress.value} max={progress.max} />
          </label>
          <button type="button" onClick={progress.cancel}>
            Cancel
          </button>
        </div>
      )}
      {message?.undo && (
        <ChangeButton type="button" onClick={message.undo}>
          Undo
        </ChangeButton>
      )}
      {message?.tryAgain && (
        <ChangeButton type="button" onClick={message.tryAgain}>
          Try again
        </ChangeButton>
      )}
    </div>
  );
}
