import { render } from 'preact';
import { startSession } from '../../client/page/session.ts';
import { createClient } from './client.ts';
import { Desk, SignIn } from './desk.tsx';

const main = document.querySelector('main') as HTMLElement;

// Not the player's token: both pages may be open in one tab, one after the other.
await startSession('desk-token', (token) => {
  const page =
    token === undefined ? (
      <SignIn />
    ) : (
      // The key: what another operator had done is gone.
      <Desk key={token} client={createClient(token)} />
    );
  render(page, main);
});
