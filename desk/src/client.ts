import { createMethods } from '../../client/src/call.ts';
import type { ClientOptions } from '../../client/src/options.ts';
import type { components } from '../../src/generated/openapi.desk.ts';
import type { bearerAuthRoles } from '../../src/generated/operations.desk.ts';
import { type Operations, operations } from './generated/operations.ts';

type Schemas = components['schemas'];
export type Calendar = Schemas['Calendar'];
export type Day = Schemas['Day'];
export type DateOutcome = Schemas['DateOutcome'];
export type DeskSubmission = Schemas['DeskSubmission'];
export type RecordedChange = Schemas['Change'];
export type ChangeList = Schemas['ChangeList'];
export type Elsewhere = Schemas['Elsewhere'];
export type Role = (typeof bearerAuthRoles)[number];

/** The operations of `contract/openapi.desk.yaml`. */
export type Client = Operations;

/** What an operation can return. */
export type Result = Awaited<ReturnType<Client[keyof Client]>>;
/** A documented response other than a success. */
export type Rejection = Extract<Result, { readonly error: string }>;
/** The calendar was not as a change needed it. */
export type Conflict = Extract<Rejection, { readonly status: 409 }>;
/** Why a request did not succeed: a rejection, or what the client threw. */
export type Problem = Rejection | Error;

/** Whether a request did not succeed. */
export function isProblem(result: object): result is Problem {
  return result instanceof Error || 'error' in result;
}

/** In milliseconds. The service gives up on its database sooner. */
const timeout = 10_000;

/**
 * Creates a client of the page's own origin.
 *
 * @param onReject called when the service does not accept the token
 */
export function createClient(token: ClientOptions['token'], onReject = () => {}): Client {
  async function fetch(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
    const response = await globalThis.fetch(...request);
    if (response.status === 401) onReject();
    return response;
  }
  return createMethods<Client>(operations, { baseUrl: '', token, timeout, fetch });
}
