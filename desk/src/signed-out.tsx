import type { ComponentChildren } from 'preact';

/**
 * What somebody sees whose link's token is missing, or is one that the service rejects.
 *
 * @param problem what is wrong with the link's code, which only the embedded default gives out
 */
export function LinkExpired({ problem }: { problem?: string | undefined }) {
  return (
    <SignedOut>
      <p>{problem ? `${problem} Restart the service for a new one.` : 'Your link has expired. Ask for a new one.'}</p>
    </SignedOut>
  );
}

/** What somebody sees who is not signed in, with what to do about it. */
export function SignedOut({ children }: { children: ComponentChildren }) {
  return (
    <div class="sign-in" role="status">
      <h2>Sign in to plan the calendar</h2>
      {children}
    </div>
  );
}
