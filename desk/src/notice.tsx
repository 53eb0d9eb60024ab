import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ChangeButton } from './form.tsx';
import type { Detail } from './message.ts';

/** What there is to say of the latest change, and to do about it. */
export interface Message {
  readonly texts: readonly string[];
  readonly details: readonly Detail[];
  readonly undo?: (() => void) | undefined;
  readonly tryAgain?: (() => void) | undefined;
  /** Whether it leaves by itself. */
  readonly isPassing?: boolean;
}

/** After this time, in milliseconds, a message leaves that nobody has to read. */
const passingMs = 10_000;

export interface Progress {
  readonly value: number;
  readonly max: number;
  /** Ends it before its next request. */
  readonly cancel: () => void;
}

interface NoticeProps {
  /** Why the calendar cannot be read. */
  readonly problem: string | undefined;
  /** Reads it again; undefined if that happens by itself. */
  readonly onReload: (() => void) | undefined;
  readonly message: Message | undefined;
  readonly progress: Progress | undefined;
  readonly onSelect: (date: string) => void;
  readonly onClose: () => void;
  /** The message leaves; the focus stays where it is. */
  readonly onPass: () => void;
}

/**
 * Says what became of the latest change, and takes it back. It lies over the page, at the lower
 * edge of the window, so that nothing moves under the pointer. The live regions are always there,
 * since screen readers read what changes in them.
 */
export function Notice({ problem, onReload, message, progress, onSelect, onClose, onPass }: NoticeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!message?.isPassing) return;
    // Not while a pointer or the keyboard is there.
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :has(:focus-visible)')) onPass();
    }, passingMs);
    return () => clearInterval(timer);
  }, [message]);
  // What scrolls into view stays above it.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--notice', `${element.current?.offsetHeight ?? 0}px`);
  });
  return (
    <div ref={element} class="notice">
      <p role="status">{problem}</p>
      {problem && onReload && (
        <button type="button" onClick={onReload}>
          Try again
        </button>
      )}
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
      {message && (
        <div class="row">
          {message.undo && (
            <ChangeButton type="button" onClick={message.undo}>
              Undo
            </ChangeButton>
          )}
          {message.tryAgain && (
            <ChangeButton type="button" onClick={message.tryAgain}>
              Try again
            </ChangeButton>
          )}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}
