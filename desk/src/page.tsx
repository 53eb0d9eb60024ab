import { render } from 'preact';
import { Account } from './account.tsx';
import { Desk } from './desk.tsx';
import { createClient } from './desk-client.ts';
import type { Provider } from './oidc.ts';
import type { SignInState } from './session.ts';
import { NewLink, NoLink, SignedOut } from './signed-out.tsx';

const main = document.querySelector('main') as HTMLElement;
const account = document.querySelector('#session') as HTMLElement;
const { issuer, clientId = '', parameters = '' } = main.dataset;

if (issuer === undefined) await signInByLink();
else await signInAtIssuer({ issuer, clientId, parameters });

/** The token comes with a link. */
async function signInByLink(): Promise<void> {
  const { startSession, subjectOf } = await import('../../client/page/session.ts'); // only the pages that need it
  let token: string | undefined;
  let problem: string | undefined;
  /** The token that the service does not accept any more. */
  let rejected: string | undefined;
  /** What is done after the next sign-in. */
  let waiting: (() => void) | undefined;
  const client = createClient(
    async () => token ?? '',
    async (sent) => {
      rejected = sent;
      show();
    },
  );
  const signIn = {
    whenSignedIn(act: () => void): void {
      if (token !== rejected) act();
      else {
        waiting = act;
        document.querySelector<HTMLElement>('#link')?.focus();
      }
    },
  };
  // Not the player's token: both pages may be open in one tab, one after the other.
  const take = await startSession('desk-token', (next, nextProblem) => {
    // Nothing is done in another name.
    if (!token || !next || subjectOf(token) !== subjectOf(next)) waiting = undefined;
    [token, problem] = [next, nextProblem];
    show();
    if (token === undefined || token === rejected) return;
    waiting?.();
    waiting = undefined;
  });

  function show(): void {
    const hasEnded = token === rejected;
    const self = subjectOf(token ?? '');
    const page =
      token === undefined ? (
        <NoLink problem={problem} onLink={(link) => take(link)} />
      ) : (
        // The key: what another operator had done is gone.
        <Desk key={self} client={client} self={self} signIn={signIn} hasEnded={hasEnded}>
          {hasEnded && <NewLink problem={problem} onLink={take} />}
        </Desk>
      );
    render(page, main);
  }
}

/** Operators have accounts at an OpenID Connect issuer. */
async function signInAtIssuer(provider: Provider): Promise<void> {
  const { createSignIn } = await import('./sign-in.ts'); // with oauth4webapi, likewise
  const signIn = createSignIn(provider, show);
  const client = createClient(signIn.token, signIn.reject);
  await signIn.start();

  function show(state: SignInState): void {
    const { session, phase, problem } = state;
    account.hidden = session === undefined;
    render(<Account state={state} signIn={signIn} />, account);
    const page = session ? (
      <Desk key={session.user} client={client} self={session.user} signIn={signIn} hasEnded={phase === 'ended'} />
    ) : (
      <SignedOut>
        <p>{problem ?? 'If you have no account, ask whoever runs the puzzle.'}</p>
        <button type="button" class="main" onClick={signIn.begin}>
          {problem === undefined ? 'Sign in' : 'Try again'}
        </button>
      </SignedOut>
    );
    render(page, main);
  }
}
