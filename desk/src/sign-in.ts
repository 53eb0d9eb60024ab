import { createOidc, type Provider } from './oidc.ts';
import { type Attempt, isDue, type Phase, phaseOf, type Session } from './session.ts';

/** What there is to show of an operator's sign-in. */
export interface SignInState {
  readonly session: Session | undefined;
  readonly phase: Phase;
  /** What went wrong last. */
  readonly problem: string | undefined;
}

export interface SignIn {
  /** Takes up the session of the tab, or the issuer's answer. */
  start(): Promise<void>;
  /** Leaves the page for the issuer's. */
  begin(): Promise<void>;
  /** Does the same in a window of its own, so that what is typed stays. */
  beginAgain(): Promise<void>;
  /** Does something as soon as the sign-in is valid: at once, or after it has begun again. */
  whenSignedIn(act: () => void): void;
  /** Leaves the page, in all tabs. */
  signOut(): Promise<void>;
  /** The token for a request, renewed if it has to be. */
  token(): Promise<string>;
  /**
   * The service does not accept a token: renews it once, so that `token` returns another one, or
   * ends the sign-in.
   */
  reject(rejected: string): Promise<void>;
}

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
export function createSignIn(provider: Provider, show: (state: SignInState) => void): SignIn {
  const oidc = createOidc(provider, location.origin + location.pathname);
  const tabs = new BroadcastChannel(stored.session);
  let session = read<Session>(stored.session);
  let problem: string | undefined;
  let shown: Phase = 'valid';
  let waiting: (() => void) | undefined;
  let renewal: Promise<void> | undefined;
  /** The token that the service rejected last. */
  let lastRejected: string | undefined;
  /** The token that has replaced it. If the service rejects that, too, the sign-in ends. */
  let replacement: string | undefined;

  const signIn: SignIn = {
    async start() {
      const query = new URLSearchParams(location.search);
      // The date or view that the operator had asked for.
      const { hash } = (query.has('state') && read<StoredAttempt>(stored.attempt)) || location;
      history.replaceState(null, '', location.pathname + hash);
      const hasEnded = session !== undefined && phaseOf(session, Date.now()) === 'ended';
      if (query.has('state')) await complete(query);
      else if (hasEnded && session?.refreshToken === undefined) forget();
      else update();
    },

    begin: () => begin(false),

    beginAgain: () => begin(true),

    whenSignedIn(act) {
      if (shown !== 'ended') return act();
      void begin(true, act);
    },

    async signOut() {
      if (session === undefined) return;
      const ended = session;
      tabs.postMessage({ user: ended.user });
      forget();
      const url = await oidc.end(ended).catch(() => undefined);
      if (url !== undefined) location.assign(url);
    },

    async token() {
      if (session !== undefined && isDue(session, Date.now())) await renew();
      return session?.token ?? '';
    },

    async reject(rejected) {
      if (session?.token !== rejected) return; // there is another one by now
      // After its end, it may still be renewed.
      if (phaseOf(session, Date.now()) === 'ended') return update();
      if (rejected === replacement) session = { ...session, refreshToken: undefined };
      else {
        lastRejected = rejected;
        session = { ...session, renewAt: Date.now() };
        await renew();
      }
      if (session?.token === rejected) keep({ ...session, endsAt: Date.now(), isRejected: true });
    },
  };

  function update(): void {
    shown = session === undefined ? 'valid' : phaseOf(session, Date.now());
    show({ session, phase: shown, problem });
  }

  function keep(next: Session): void {
    session = next;
    problem = undefined;
    sessionStorage.setItem(stored.session, JSON.stringify(next));
    update();
    if (shown === 'ended') return;
    const act = waiting;
    waiting = undefined;
    act?.();
  }

  function forget(): void {
    session = undefined;
    sessionStorage.removeItem(stored.session);
    update();
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
      if (opened !== null) return;
      problem = 'Your browser has blocked the window to sign in.';
    } catch (error) {
      problem = textOf(error, provider);
    }
    update();
  }

  async function complete(answer: URLSearchParams): Promise<void> {
    const attempt = read<Attempt>(stored.attempt);
    sessionStorage.removeItem(stored.attempt);
    if (attempt === undefined || attempt.state !== answer.get('state')) {
      problem = 'This sign-in did not begin in this tab, so it was rejected.';
      return update();
    }
    try {
      const next = await oidc.complete(answer, attempt);
      const isSame = session?.user === next.user;
      if (
        session === undefined ||
        isSame ||
        confirm(`${session.name} is signed in. Sign in as ${next.name} instead?`)
      ) {
        keep(next);
        tabs.postMessage(next);
      }
      if (attempt.isAgain && isSame) close(); // the page that asked for it has the session now
    } catch (error) {
      problem = textOf(error, provider);
    }
    update();
  }

  /** One renewal at a time, also of all tabs: a refresh token works once, and they share it. */
  function renew(): Promise<void> {
    renewal ??= navigator.locks
      .request(stored.session, async () => {
        if (session === undefined || !isDue(session, Date.now())) return; // another tab was faster
        const before = session;
        const next = await oidc.renew(before).catch(() => ({ ...before, renewAt: Date.now() + retryMs }));
        if (session !== before) return; // the operator has signed out, or signed in again
        // Before a request can have it.
        if (before.token === lastRejected && next.token !== lastRejected) replacement = next.token;
        keep(next);
        tabs.postMessage(next);
        // Until the tabs that wait for the lock have it.
        await new Promise((resolve) => setTimeout(resolve, messageMs));
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  }

  tabs.onmessage = ({ data }: MessageEvent<Session | Pick<Session, 'user'>>) => {
    if (data.user !== session?.user) return;
    if (!('token' in data)) return forget();
    if (data.endsAt > session.endsAt) keep(data);
  };

  setInterval(() => {
    if (session === undefined) return;
    if (isDue(session, Date.now())) void renew();
    else if (phaseOf(session, Date.now()) !== shown) update();
  }, tickMs);

  return signIn;
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
