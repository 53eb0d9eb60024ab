import { render } from 'preact';
import { Account } from './account.tsx';
import { Desk } from './desk.tsx';
import { createClient } from './desk-client.ts';
import type { Provider } from './oidc.ts';
import type { SignInState } from './sign-in.ts';
import { LinkExpired, SignedOut } from './signed-out.tsx';

const main = document.querySelector('main') as HTMLElement;
const account = document.querySelector('#session') as HTMLElement;
const { issuer, clientId = '', parameters = '' } = main.dataset;

if (issuer === undefined) await signInByLink();
else await signInAtIssuer({ issuer, clientId, parameters });

/** The token comes with a link. */
async function signInByLink(): Promise<void> {
  const { startSession } = await import('../../client/page/session.ts'); // only the pages that need it
  // Not the player's token: both pages may be open in one tab, one after the other.
  await startSession('desk-token', (token, problem) => {
    const page =
      token === undefined ? (
        <LinkExpired problem={problem} />
      ) : (
        // The key: what another operator had done is gone.
        <Desk key={token} client={createClient(token)} />
      );
    render(page, main);
  });
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
      <Desk key={session.user} client={client} signIn={signIn} hasEnded={phase === 'ended'} />
    ) : (
      <SignedOut>
        {problem && <p>{problem}</p>}
        <button type="button" class="main" onClick={signIn.begin}>
          {problem === undefined ? 'Sign in' : 'Try again'}
        </button>
      </SignedOut>
    );
    render(page, main);
  }
}
