import { createMethods } from '../../client/src/call.ts';
import type { ClientOptions } from '../../client/src/options.ts';
import type { components } from '../../src/desk/generated/openapi.desk.ts';
import { type Operations, operations } from './generated/operations.ts';

type Schemas = components['schemas'];
export type Calendar = Schemas['Calendar'];
export type Day = Schemas['Day'];
export type FoundSubmission = Schemas['FoundSubmission'];
export type DateOutcome = Schemas['DateOutcome'];
export type DeskSubmission = Schemas['DeskSubmission'];
export type RecordedChange = Schemas['Change'];
export type ChangeList = Schemas['ChangeList'];
export type SeenDate = Schemas['SeenDate'];
export type LatestChange = Schemas['LatestChange'];

/** The operations of `contract/openapi.desk.yaml`. */
export type Client = Operations;

/** What an operation can return. */
type Result = Awaited<ReturnType<Client[keyof Client]>>;
/** A documented response other than a success. */
export type Rejection = Extract<Result, { readonly error: string }>;
/** The calendar was not as a change needed it. */
export type Conflict = Extract<Rejection, { readonly status: 409 }>;
/** Why a request did not succeed: a rejection, or what the client threw. */
export type Problem = Rejection | Error;

export function isProblem(result: object): result is Problem {
  return result instanceof Error || 'error' in result;
}

/** In milliseconds. The service gives up on its database sooner. */
const timeout = 10_000;

/**
 * Creates a client of the page's own origin.
 *
 * @param onReject called with a token that the service does not accept, before the request is sent
 *   once more
 */
export function createClient(token: ClientOptions['token'], onReject = async (_rejected: string) => {}): Client {
  /**
   * The latest response of each URL that has an `ETag`: what a 304 stands for. The browser's cache
   * would do the same, but it must not store a response of the desk.
   */
  const latest = new Map<string, { readonly etag: string; readonly headers: Headers; readonly body: string }>();

  async function fetch(url: string, init: RequestInit & { readonly headers: Headers }): Promise<Response> {
    const known = latest.get(url); // of a GET, since no other response has an ETag
    if (known) init.headers.set('If-None-Match', known.etag);
    const response = await globalThis.fetch(url, init);
    if (response.status === 401) await onReject(String(init.headers.get('Authorization')).slice('Bearer '.length));
    if (response.status === 304 && known) return new Response(known.body, known);
    const etag = response.headers.get('ETag');
    if (etag) latest.set(url, { etag, headers: response.headers, body: await response.clone().text() });
    return response;
  }
  return createMethods<Client>(operations, { baseUrl: '', token, timeout, fetch: fetch as typeof globalThis.fetch });
}

export function hasStatus(problem: Problem | undefined, status: Rejection['status']): boolean {
  return problem !== undefined && !(problem instanceof Error) && problem.status === status;
}
