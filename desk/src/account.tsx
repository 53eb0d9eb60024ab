import { timeText } from './dates.ts';
import type { Phase, Session, SignInState } from './session.ts';
import type { SignIn } from './sign-in.ts';

/** Who is signed in, and until when if nothing renews that. */
export function Account({ state, signIn }: { readonly state: SignInState; readonly signIn: SignIn }) {
  const { session, phase, problem } = state;
  if (session === undefined) return null;
  return (
    <>
      <span class="as">Signed in as</span> <bdi>{session.name}</bdi>{' '}
      <button type="button" onClick={signIn.signOut}>
        Sign out
      </button>{' '}
      <span role="status">{problem ?? phaseText(phase, session)}</span>{' '}
      {phase !== 'valid' && (
        <button type="button" onClick={signIn.beginAgain}>
          Sign in again
        </button>
      )}
    </>
  );
}

function phaseText(phase: Phase, { endsAt, isRejected }: Session): string | undefined {
  switch (phase) {
    case 'valid':
      return undefined;
    case 'ending':
      return `Your sign-in ends at ${timeText(endsAt)}.`;
    case 'ended':
      return isRejected ? 'The service does not accept your sign-in.' : 'Your sign-in has ended.';
  }
}
