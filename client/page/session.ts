import { claimsOf, subjectOf } from '../src/element/player/claims.ts';

export { subjectOf };

/**
 * Signs in by the address of a page: `#token=…` brings a token, and `#code=…` a code for one, which
 * the embedded default gives out. Either leaves the address at once, but the browser's history
 * keeps it. The token stays in the tab's storage, until the player signs out.
 *
 * @param key the name of the token in the tab's storage
 * @param use called with the token, or undefined if there is none, at first and whenever it
 *   changes; also with what is wrong with the code, if anything is
 * @param translate puts what it writes into the language of the page
 * @returns a function that signs in by the text of another link
 */
export async function startSession(
  key: string,
  use: (token: string | undefined, problem?: string) => void,
  translate = (text: string) => text,
): Promise<(link: string) => Promise<void>> {
  const place = document.querySelector('#session') as HTMLElement;
  const name = document.createElement('bdi');
  const signOut = document.createElement('button');
  signOut.type = 'button';
  signOut.textContent = translate('Sign out');
  signOut.addEventListener('click', () => {
    sessionStorage.removeItem(key);
    location.reload(); // nothing of the player remains
  });
  const label = document.createElement('span');
  label.className = 'as';
  place.append(label, name, ' ', signOut);

  async function take(link: string): Promise<void> {
    const [, kind, value] = /#(token|code)=(\S+)/.exec(link) ?? [];
    let problem: string | undefined;
    if (value !== undefined) {
      const token = kind === 'token' ? value : await exchange(value);
      if (token === undefined) problem = translate('This link has been used or has expired.');
      else if (mayReplace(sessionStorage.getItem(key), token, translate)) sessionStorage.setItem(key, token);
    }
    const token = sessionStorage.getItem(key) ?? undefined;
    place.hidden = token === undefined;
    name.textContent = token === undefined ? '' : nameOf(token);
    label.textContent = name.textContent && translate('Signed in as ');
    use(token, problem);
  }

  async function takeFromAddress(): Promise<void> {
    const { hash } = location;
    if (/^#(token|code)=/.test(hash)) history.replaceState(null, '', location.pathname);
    await take(hash);
  }

  // Another link may be opened in the same tab.
  addEventListener('hashchange', takeFromAddress);
  await takeFromAddress();
  return take;
}

/** A link may be somebody else's, so that what the player does next would be done in that name. */
function mayReplace(current: string | null, next: string, translate: (text: string) => string): boolean {
  if (current === null || subjectOf(current) === subjectOf(next)) return true;
  const question = translate('You are signed in as {from}. Sign in as {to} instead?');
  const from = nameOf(current) || translate('another player');
  const to = nameOf(next) || translate('the player of this link');
  return confirm(question.replace('{from}', () => from).replace('{to}', () => to));
}

/**
 * What the site calls the user of a token: the name, as OpenID Connect has it, or else the id;
 * empty if that is a UUID, which tells nobody anything.
 */
function nameOf(token: string): string {
  const { name, preferred_username: username } = claimsOf(token);
  const id = subjectOf(token);
  return String(name ?? username ?? (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? '' : id));
}

/** @returns undefined if the code has been used or has expired, or there is no response */
async function exchange(code: string): Promise<string | undefined> {
  const response = await fetch(`/demo/tokens/${encodeURIComponent(code)}`, { method: 'POST' }).catch(() => undefined);
  return response?.ok ? await response.text() : undefined;
}
