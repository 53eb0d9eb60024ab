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
