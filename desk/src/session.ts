/** An operator's sign-in. Its times are instants of the browser's clock, which may be wrong. */
export interface Session {
  /** The claim `sub` of the token. */
  readonly user: string;
  readonly name: string;
  /** What the service takes. */
  readonly token: string;
  /** What the issuer takes to sign out. */
  readonly idToken: string;
  /** Renews the token, once; undefined if the issuer gives none, or no longer accepts it. */
  readonly refreshToken: string | undefined;
  readonly renewAt: number;
  readonly endsAt: number;
  /** Whether the service has rejected the token, and so ended the sign-in. */
  readonly isRejected?: boolean;
}

/** A sign-in that has begun, and waits for the issuer's answer. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whether it has a window of its own, beside the page whose sign-in has ended. */
  readonly isAgain: boolean;
}

/** `ending`: soon, and nothing renews it. */
export type Phase = 'valid' | 'ending' | 'ended';

/** How long before its end a page says that its sign-in ends, in milliseconds. */
const noticeMs = 5 * 60_000;
/** How long before its end a token is renewed, in milliseconds. */
const renewalMs = 60_000;

/**
 * When a token ends, and when it is renewed: in the last minute, or half, of its lifetime.
 *
 * @param now when it was given, in milliseconds, as is its lifetime
 */
export function timesOf(now: number, lifetime: number): Pick<Session, 'renewAt' | 'endsAt'> {
  const endsAt = now + lifetime;
  return { endsAt, renewAt: endsAt - Math.min(renewalMs, lifetime / 2) };
}

export function phaseOf({ refreshToken, endsAt }: Session, now: number): Phase {
  if (now >= endsAt) return 'ended';
  return refreshToken === undefined && now >= endsAt - noticeMs ? 'ending' : 'valid';
}

export function isDue({ refreshToken, renewAt }: Session, now: number): boolean {
  return refreshToken !== undefined && now >= renewAt;
}

export interface SignInState {
  readonly session: Session | undefined;
  /** As of the last event. */
  readonly phase: Phase;
  readonly problem?: string | undefined;
  /** The token that the service rejected last. */
  readonly rejected?: string;
  /** The token that has replaced it. If the service rejects that, too, the sign-in ends. */
  readonly replacement?: string;
}

export type SignInEvent =
  | { readonly type: 'tick' }
  | { readonly type: 'sign in' | 'renew' | 'hear'; readonly session: Session }
  /** The service does not accept a token. */
  | { readonly type: 'reject'; readonly token: string }
  /** That token could not be renewed. */
  | { readonly type: 'end'; readonly token: string }
  | { readonly type: 'sign out'; readonly user: string }
  | { readonly type: 'fail'; readonly problem: string };

/**
 * What an event makes of a sign-in.
 *
 * @param now an instant in milliseconds
 * @returns the same object if nothing changes
 */
export function step(state: SignInState, event: SignInEvent, now: number): SignInState {
  const { session, rejected, replacement } = state;
  const keep = (next: Session, others: Partial<SignInState> = {}) => ({
    ...state,
    problem: undefined,
    ...others,
    session: next,
    phase: phaseOf(next, now),
  });
  switch (event.type) {
    case 'tick': {
      const phase = session ? phaseOf(session, now) : 'valid';
      return phase === state.phase ? state : { ...state, phase };
    }
    case 'sign in':
      return keep(event.session);
    case 'renew': {
      const { token } = event.session;
      return keep(event.session, session?.token === rejected && token !== rejected ? { replacement: token } : {});
    }
    case 'hear': // of another tab
      if (event.session.user !== session?.user || event.session.endsAt <= session.endsAt) return state;
      return keep(event.session);
    case 'reject':
      // There may be another one by now; and after its end, it may still be renewed.
      if (session?.token !== event.token || phaseOf(session, now) === 'ended') return state;
      if (event.token === replacement) return keep(endedAt(now, { ...session, refreshToken: undefined }));
      return keep({ ...session, renewAt: now }, { rejected: event.token });
    case 'end':
      return session?.token === event.token ? keep(endedAt(now, session)) : state;
    case 'sign out':
      return event.user === session?.user ? { ...state, session: undefined, phase: 'valid' } : state;
    case 'fail':
      return { ...state, problem: event.problem };
  }
}

function endedAt(endsAt: number, session: Session): Session {
  return { ...session, endsAt, isRejected: true };
}
