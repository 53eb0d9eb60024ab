import { type Given, Unavailable } from '../given.ts';

/** Replaces members of the JSON body, or adds them. */
export function addToBody({ transaction: { request } }: Given, members: object): void {
  request.body = JSON.stringify({ ...JSON.parse(request.body), ...members });
}

/** Leaves out the end of the body, which then is no JSON. */
export function cutBody({ transaction: { request } }: Given): void {
  request.body = request.body.slice(0, -1);
}

/** Makes the body longer than a number of bytes. */
export function padBody({ transaction: { request } }: Given, maxBytes: number): void {
  request.body = request.body.padEnd(maxBytes + 1);
}

/** Replaces a parameter of the query. */
export function setQuery({ transaction }: Given, name: string, value: string): void {
  const pattern = new RegExp(`(?<=[?&]${name}=)[^&]*`);
  transaction.fullPath = transaction.fullPath.replace(pattern, encodeURIComponent(value));
}

/**
 * What the response has, and which of its optional members, depends on what is stored: only its
 * schema is certain.
 */
export function expectAnyBody({ transaction }: Given): void {
  delete transaction.expected.body;
}

export function spoilToken({ transaction: { request } }: Given): void {
  request.headers['Authorization'] = 'Bearer invalid';
}

/** @throws Unavailable where the run cannot sign such a token */
export function takeRole({ transaction: { request }, target: { player } }: Given): void {
  if (player?.tokenWithoutRole === undefined) {
    throw new Unavailable('a token without a role (AUTH_JWT_SECRET in the environment, without --token)');
  }
  request.headers['Authorization'] = `Bearer ${player.tokenWithoutRole}`;
}
