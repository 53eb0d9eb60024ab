import type { components, paths } from '../../src/generated/openapi.desk.ts';
import type { bearerAuthRoles } from '../../src/generated/operations.desk.ts';

type Schemas = components['schemas'];
export type Calendar = Schemas['Calendar'];
export type Day = Schemas['Day'];
export type Submission = Schemas['DeskSubmission'];
export type RecordedChange = Schemas['Change'];
export type ChangeList = Schemas['ChangeList'];
export type Elsewhere = Schemas['Elsewhere'];
export type Role = (typeof bearerAuthRoles)[number];

/** A request that changes the calendar. Sent again, it changes nothing more. */
export interface ChangeRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** A response other than the documented success. */
export class Rejection extends Error {
  readonly status: number;
  readonly requestId: string | null;
  /** The dates that a change concerns, as they are now: with a 409. */
  readonly days: readonly Day[];

  constructor({ status, headers }: Response, { error = '', days = [] }: { error?: string; days?: readonly Day[] }) {
    super(error);
    this.status = status;
    this.requestId = headers.get('X-Request-Id');
    this.days = days;
  }
}

/** The operations of `contract/openapi.desk.yaml`. Each rejects with a `Rejection`, or as `fetch` does when there is no response. */
export interface Api {
  getCalendar(from: string, to: string): Promise<Calendar>;
  /** @param before the id of a change; undefined for the newest changes */
  listChanges(before: number | undefined): Promise<ChangeList>;
  change(request: ChangeRequest): Promise<void>;
  download(file: 'calendar.csv' | 'calendar.ics'): Promise<Blob>;
}

/** In milliseconds. The service gives up on its database sooner. */
const timeLimit = 10_000;

export function createApi(token: string): Api {
  async function send(path: string, { method, body }: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Response> {
    const response = await fetch(path, {
      method: method ?? 'GET',
      body: body ?? null,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(timeLimit),
    });
    if (!response.ok) throw new Rejection(response, await bodyOf<{ error?: string }>(response).catch(() => ({})));
    return response;
  }

  return {
    async getCalendar(from, to) {
      const path: keyof paths = '/desk/api/calendar';
      return await bodyOf(await send(`${path}?${new URLSearchParams({ from, to })}`));
    },
    async listChanges(before) {
      const path: keyof paths = '/desk/api/changes';
      return await bodyOf(await send(before === undefined ? path : `${path}?before=${before}`));
    },
    async change({ method, path, body }) {
      const request = { method, body: body ? JSON.stringify(body) : null };
      // A response can get lost; then the change may have been made.
      await send(path, request).catch(async (error) => {
        if (error instanceof Rejection) throw error;
        await send(path, request);
      });
    },
    async download(file) {
      return await (await send(`/desk/api/${file}`)).blob();
    },
  };
}

/** The body of a response, which is as the contract says. */
async function bodyOf<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}
