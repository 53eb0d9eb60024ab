import '../src/element/index.ts';

/** Moves the token from the address (`#token=…`), where the history would keep it, into the tab's storage. */
function useToken() {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token !== undefined) {
    sessionStorage.setItem('token', token);
    history.replaceState(null, '', location.pathname);
  }
  document.querySelector('submit-verse').token = sessionStorage.getItem('token') ?? undefined;
}

useToken();
// Another link may be opened in the same tab.
addEventListener('hashchange', useToken);
