import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { load, type Session, submit } from '../../../client/src/element/player/api.ts';
import { findStored, placeOf, readPending } from '../../../client/src/element/player/pending-submission.ts';
import type { Facts } from '../../../client/src/element/player/state.ts';
import { writeStored } from '../../../client/src/element/player/tab-storage.ts';
import { type ClientOptions, createClient, localDate } from '../../../client/src/index.ts';
import { TestService, token, validSubmission } from '../../support/service.ts';

/**
 * What `<submit-verse>` asks the service, and what it stores. Its DOM is tested in test/browser.
 */
const request = { ...validSubmission, bookId: 'JHN', localDate: localDate() } as const;
const pending = { idempotencyKey: 'mine', request, sentAt: Date.now() };
const place = 'submit-verse here ann';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());
await service.solve(['ann', 'cat'], request.localDate);
beforeEach(() => {
  sessionStorage.clear();
});

async function sessionOf(user: string, options: Partial<ClientOptions> = {}): Promise<Session> {
  const client = createClient({ baseUrl: service.url, token: await token(user), ...options });
  return { client, signal: new AbortController().signal, isOnline: () => true };
}

/** A fetch that gets a 500 instead of the responses of some requests. */
function failing(path: string, method = 'GET'): typeof fetch {
  return async (input, init) => {
    const isFailing = String(input).includes(path) && init?.method === method;
    const headers = { 'X-Request-Id': 'of-the-500' };
    return isFailing ? new Response('{"error":"Internal error"}', { status: 500, headers }) : await fetch(input, init);
  };
}

/** A fetch that gets no response to some requests. */
function losing(path: string): typeof fetch {
  return (input, init) => (String(input).includes(path) ? lost(input, init) : fetch(input, init));
}

const lost: typeof fetch = () => Promise.reject(new TypeError('the connection broke off'));

const hanging: typeof fetch = (_input, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

/** What was sent is pending until its outcome is known. */
async function submitted(session: Session) {
  writeStored(place, pending);
  const results: string[] = [];
  const facts = await submit(session, pending, place, ({ reference }) => results.push(reference));
  return { facts, results, stored: readPending(place) };
}

const teapot: typeof fetch = async () => new Response('', { status: 418, headers: { 'X-Request-Id': 'of-the-proxy' } });

const failed = (requestId?: string): Facts => ({ problem: { kind: 'failed', ...(requestId && { requestId }) } });
/** The eligibility is known all the same. */
const withoutList = {
  ...{ signedIn: true, listFailed: true, problem: undefined },
  eligibility: expect.objectContaining({ status: 200 }),
};

test.each<[string, Partial<ClientOptions>, object, isOnline?: boolean]>([
  ['of a rejected token', { token: 'expired' }, { signedIn: false, hasEnded: true }],
  ['after a 500 of the eligibility', { fetch: failing('/api/eligibility') }, failed('of-the-500')],
  ['after a 500 of the list', { fetch: failing('/api/submissions') }, withoutList],
  ['without a response with the list', { fetch: losing('/api/submissions') }, withoutList],
  ['without a response', { fetch: lost }, { problem: { kind: 'noResponse' } }],
  ['without a network', { fetch: lost }, { problem: { kind: 'offline' } }, false],
  ['after too long', { fetch: hanging, timeout: 50 }, { problem: { kind: 'noResponse' } }],
  ['after what is not in the contract', { fetch: teapot }, failed('of-the-proxy')],
  ['after a fault of the page', { token: () => Promise.reject(new Error('no token')) }, failed()],
])('what is known of a player %s', async (_title, options, want, isOnline = true) => {
  const session = await sessionOf('ann', options);
  expect(await load({ ...session, isOnline: () => isOnline })).toStrictEqual(want);
});

describe('a submission', () => {
  test('that gets a 500 is pending, since the database may have stored it', async () => {
    expect(await submitted(await sessionOf('cat', { fetch: failing('/api/submit-verse', 'POST') }))).toMatchObject({
      facts: { eligibility: { maySubmit: true }, problem: { kind: 'failed', requestId: 'of-the-500' } },
      stored: pending,
    });
  });

  test('that gets a 500 and was stored is known by the list', async () => {
    await service.solve(['dan'], request.localDate);
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      return init?.method === 'POST' ? await failing('/api/submit-verse', 'POST')(input, init) : response;
    };
    const { facts, stored } = await submitted(await sessionOf('dan', { fetch }));
    expect(facts).toMatchObject({ scheduled: { reference: 'John 3:16' }, choice: undefined, problem: undefined });
    expect(stored).toBeUndefined();
  });

  test('that gets a 429 for a verse of another tab has not scheduled that', async () => {
    await service.solve(['eve'], request.localDate);
    await submitted(await sessionOf('eve'));
    const other = { ...pending, idempotencyKey: 'other' };
    const facts = await submit(await sessionOf('eve'), other, place, () => {});
    expect(facts).toMatchObject({
      eligibility: { cooldownEndsAt: expect.any(String) },
      submissions: [{ reference: 'John 3:16' }],
    });
    expect(facts.scheduled).toBeUndefined();
  });

  test('that gets a 500 because the calendar is full is no longer pending', async () => {
    await using full = await TestService.start({ env: { SCHEDULE_HORIZON_DAYS: '7' } }); // one date
    await full.solve(['ann', 'bob'], request.localDate);
    expect(await full.submit('ann', request)).toMatchObject({ status: 201 });
    const { facts, stored } = await submitted(await sessionOf('bob', { baseUrl: full.url }));
    expect(facts).toMatchObject({ eligibility: { accepting: false, solvedToday: true } });
    expect(facts.problem).toBeUndefined();
    expect(stored).toBeUndefined();
  });
});

test('the place of a pending submission is that of the player at the service, whatever the token', async () => {
  const here = 'https://verses.example';
  expect(placeOf(here, await token('ann', { iat: 1 }))).toBe(`submit-verse ${here} ann`);
  expect(placeOf(here, await token('ann', { iat: 2 }))).toBe(`submit-verse ${here} ann`);
  expect(placeOf('', await token('bob'))).toBe('submit-verse  bob');
  for (const [character, user] of [
    ['-', '>>>>>>'],
    ['_', '??????'],
  ] as const) {
    const jwt = await token(user);
    expect(jwt.split('.')[1]).toContain(character); // as base64url has it
    expect(placeOf(here, jwt)).toBe(`submit-verse ${here} ${user}`);
  }
  for (const text of ['', 'no token', 'no.token']) expect(placeOf(here, text)).toBe(`submit-verse ${here} undefined`);
});

test.each<[string, object, boolean]>([
  ['just under 168 hours ago', { sentAt: Date.now() - 168 * 3_600_000 + 70_000 }, true],
  ['168 hours ago', { sentAt: Date.now() - 168 * 3_600_000 }, false],
  ['by an earlier version, without its instant', { sentAt: undefined }, false],
])('what was sent %s is pending: the service forgets its key', (_title, sent, isPending) => {
  sessionStorage.setItem(place, JSON.stringify({ ...pending, ...sent }));
  expect(readPending(place) !== undefined).toBe(isPending);
});

test('the list shows that a pending submission was stored', () => {
  const { bookId, chapter, verse } = request;
  const submittedAt = new Date().toISOString();
  const stored = { bookId, chapter, verse, scheduledDate: '2026-11-28', reference: 'John 3:16', submittedAt } as const;
  const lastYear = { ...stored, submittedAt: '2025-11-21T09:30:00.000Z' };
  expect(findStored(pending.request, [{ ...stored, verse: 17 }, lastYear, stored])).toBe(stored);
  expect(
    findStored(pending.request, [{ ...stored, chapter: 4 }, { ...stored, bookId: '1JN' }, lastYear]),
  ).toBeUndefined();
  expect(findStored(pending.request)).toBeUndefined();
});

test('a browser may forbid storage', () => {
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
  try {
    writeStored(place, pending);
    expect(readPending(place)).toBeUndefined();
  } finally {
    if (storage) Object.defineProperty(globalThis, 'sessionStorage', storage);
  }
});
