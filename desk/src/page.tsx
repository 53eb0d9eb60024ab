import { render } from 'preact';
import { createClient } from './client.ts';
import { Desk, SignIn } from './desk.tsx';

const main = document.querySelector('main') as HTMLElement;

/** Moves the token from the address (`#token=…`), where the history would keep it, into the tab's storage. */
function useToken(): void {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token !== undefined) {
    // Not the player's: both pages may be open in one tab, one after the other.
    sessionStorage.setItem('desk-token', token);
    history.replaceState(null, '', location.pathname);
  }
  show(sessionStorage.getItem('desk-token'));
}

function show(token: string | null): void {
  const page =
    token === null ? (
      <SignIn />
    ) : (
      // The key: what another operator had done is gone.
      <Desk key={token} client={createClient(token)} />
    );
  render(page, main);
}

useToken();
// Another link may be opened in the same tab.
addEventListener('hashchange', useToken);
