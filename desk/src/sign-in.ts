import { createOidc, type Provider } from './oidc.ts';
import { type Attempt, isDue, type Session, type SignInEvent, type SignInState, step } from './session.ts';

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * How often the page looks whether its token ends, in milliseconds: a timer sleeps with its device.
 */
const tickMs = 1_000;
/** After this many milliseconds an issuer is asked again that could not be reached. */
const retryMs = 10_000;
/** How long a message to the other tabs may take, in milliseconds. */
const messageMs = 200;

/** An attempt, with the part of the page's address that the issuer does not give back. */
type StoredAttempt = Attempt & { readonly hash: string };

const stored = { session: 'desk-session', attempt: 'desk-sign-in' };

/**
 * Signs an operator in at an OpenID Connect issuer. The session stays in the tab's storage. Tabs
 * tell each other when they renew it, and when the operator signs in again or signs out.
 *
 * @param show called whenever the state changes
 */
export function createSignIn(provider: Provider, show: (state: SignInState) => void) {
  const oidc = createOidc(provider, location.origin + location.pathname);
  const tabs = new BroadcastChannel(stored.session);
  let state: SignInState = { session: read<Session>(stored.session), phase: 'valid' };
  /** What is done as soon as the sign-in has begun again. */
  let waiting: (() => void) | undefined;
  let renewal: Promise<void> | undefined;

  function dispatch(event: SignInEvent): void {
    const { session: before } = state;
    const next = step(state, event, Date.now());
    if (next === state) return;
    state = next;
    const { session, phase } = state;
    if (session === undefined) sessionStorage.removeItem(stored.session);
    else if (session !== before) sessionStorage.setItem(stored.session, JSON.stringify(session));
    show(state);
    if (session === undefined || phase === 'ended') return;
    const act = waiting;
    waiting = undefined;
    act?.();
  }

  function forget({ user }: Session): void {
    dispatch({ type: 'sign out', user });
  }

  function fail(problem: string): void {
    dispatch({ type: 'fail', problem });
  }

  async function begin(isAgain: boolean, act?: () => void): Promise<void> {
    waiting = act;
    try {
      const { url, attempt } = await oidc.begin(isAgain);
      const storedAttempt: StoredAttempt = { ...attempt, hash: location.hash };
      sessionStorage.setItem(stored.attempt, JSON.stringify(storedAttempt));
      if (!isAgain) return location.assign(url);
      // It begins with a copy of this tab's storage.
      const opened = open(url, '', 'popup,width=500,height=700');
      sessionStorage.removeItem(stored.attempt);
      if (opened === null) fail('Your browser has blocked the window to sign in.');
    } catch (error) {
      fail(textOf(error, provider));
    }
  }

  async function complete(answer: URLSearchParams): Promise<void> {
    const attempt = read<Attempt>(stored.attempt);
    sessionStorage.removeItem(stored.attempt);
    if (attempt === undefined || attempt.state !== answer.get('state')) {
      return fail('This sign-in did not begin in this tab, so it was rejected.');
    }
    const { session } = state;
    try {
      const next = await oidc.complete(answer, attempt);
      const isSame = session?.user === next.user;
      if (!session || isSame || confirm(`${session.name} is signed in. Sign in as ${next.name} instead?`)) {
        dispatch({ type: 'sign in', session: next });
        tabs.postMessage(next);
      } else show(state);
      if (attempt.isAgain && isSame) close(); // the page that asked for it has the session now
    } catch (error) {
      fail(textOf(error, provider));
    }
  }

  /** One renewal at a time, also of all tabs: a refresh token works once, and they share it. */
  async function renewIfDue(): Promise<void> {
    const isRenewed = () => state.session === undefined || !isDue(state.session, Date.now());
    if (isRenewed()) return;
    renewal ??= navigator.locks
      .request(stored.session, async () => {
        const before = state.session;
        if (before === undefined || isRenewed()) return; // another tab was faster
        const next = await oidc.renew(before).catch(() => ({ ...before, renewAt: Date.now() + retryMs }));
        if (state.session?.token !== before.token) return; // the operator has signed out, or signed in again
        dispatch({ type: 'renew', session: next }); // before a request can have it
        tabs.postMessage(next);
        // Until the tabs that wait for the lock have it.
        await new Promise((resolve) => setTimeout(resolve, messageMs));
      })
      .finally(() => {
        renewal = undefined;
      });
    await renewal;
  }

  tabs.onmessage = ({ data }: MessageEvent<Session | Pick<Session, 'user'>>) => {
    dispatch('token' in data ? { type: 'hear', session: data } : { type: 'sign out', user: data.user });
  };

  setInterval(() => {
    dispatch({ type: 'tick' });
    void renewIfDue();
  }, tickMs);

  return {
    /** Takes up the session of the tab, or the issuer's answer. */
    async start(): Promise<void> {
      const query = new URLSearchParams(location.search);
      // The date or view that the operator had asked for.
      const { hash } = (query.has('state') && read<StoredAttempt>(stored.attempt)) || location;
      history.replaceState(null, '', location.pathname + hash);
      dispatch({ type: 'tick' });
      const { session, phase } = state;
      if (query.has('state')) await complete(query);
      else if (session && phase === 'ended' && session.refreshToken === undefined) forget(session);
      else show(state);
    },

    /** Leaves the page for the issuer's. */
    begin: () => begin(false),

    /** Does the same in a window of its own, so that what is typed stays. */
    beginAgain: () => begin(true),

    /** Does something as soon as the sign-in is valid: at once, or after it has begun again. */
    whenSignedIn(act: () => void): void {
      if (state.phase !== 'ended') act();
      else void begin(true, act);
    },

    /** Leaves the page, in all tabs. */
    async signOut(): Promise<void> {
      const { session } = state;
      if (session === undefined) return;
      tabs.postMessage({ user: session.user });
      forget(session);
      const url = await oidc.end(session).catch(() => undefined);
      if (url !== undefined) location.assign(url);
    },

    /** The token for a request, renewed if it has to be. */
    async token(): Promise<string> {
      await renewIfDue();
      return state.session?.token ?? '';
    },

    /**
     * The service does not accept a token: renews it once, so that `token` returns another one, or
     * ends the sign-in.
     */
    async reject(token: string): Promise<void> {
      const before = state;
      dispatch({ type: 'reject', token });
      if (state === before) return;
      await renewIfDue();
      dispatch({ type: 'end', token });
    },
  };
}

/** What the tab's storage has, which only this page writes. */
function read<Value>(name: string): Value | undefined {
  const text = sessionStorage.getItem(name);
  return text === null ? undefined : JSON.parse(text);
}

function textOf(thrown: unknown, { issuer }: Provider): string {
  const { host } = new URL(issuer);
  const { name, message, error = message } = thrown as Error & { readonly error?: string };
  // What `fetch` throws, and the time limit.
  if (name === 'TypeError' || name === 'TimeoutError') return `We couldn’t reach ${host}.`;
  return `${host} did not sign you in: ${error}.`;
}
