import type { ComponentChildren } from 'preact';
import { textOf } from './form.tsx';

interface LinkProps {
  /** What is wrong with the link's code, which only the embedded default gives out. */
  readonly problem: string | undefined;
  readonly onLink: (link: string) => void;
}

/** What somebody sees who has come without a link, or with one that does not work. */
export function NoLink({ problem, onLink }: LinkProps) {
  return (
    <>
      <SignedOut>
        <p>
          {problem
            ? `${problem} Restart the service for a new one.`
            : 'Open the link that you were given. If you have used it already, ask for a new one.'}
        </p>
      </SignedOut>
      <LinkForm onLink={onLink} />
    </>
  );
}

/** Takes another link where the service no longer accepts the token of the first one. */
export function NewLink({ problem, onLink }: LinkProps) {
  return (
    <LinkForm onLink={onLink}>
      <p role="status">{problem ?? 'Your link has expired.'} Ask for a new one.</p>
    </LinkForm>
  );
}

/** Takes a link as text, so that the page stays where it is, with what is typed. */
function LinkForm({ onLink, children }: Pick<LinkProps, 'onLink'> & { readonly children?: ComponentChildren }) {
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        onLink(textOf(event, 'link') ?? '');
      }}
    >
      {children}
      <label>
        Paste a new link
        <input id="link" name="link" required pattern=".*#(token|code)=.+" autocomplete="off" />
      </label>
      <button type="submit" class="main">
        Sign in
      </button>
    </form>
  );
}

/** What somebody sees who is not signed in, with what to do about it. */
export function SignedOut({ children }: { children: ComponentChildren }) {
  return (
    <div class="sign-in" role="status">
      <h2>Sign in to plan the calendar</h2>
      <p>The editors of the daily verse see here which verse is on which day, and change that.</p>
      {children}
    </div>
  );
}
