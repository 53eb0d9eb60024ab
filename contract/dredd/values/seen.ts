import { isDeepStrictEqual } from 'node:util';
import { submitVerseOperation } from '../../../src/generated/operations.ts';
import type { ReceivedResponse } from '../../response-check.ts';
import type { State, Target, Transaction } from '../given.ts';
import { referenceOf } from './verses.ts';

/** A further case of a documented response: its state is such that the values are certain. */
export interface ValueCase {
  /** The name of the documented response, e.g. `POST /api/submit-verse 201`. */
  readonly response: string;
  /** Completes the name of the case: `POST /api/submit-verse 201 a second after the cooldown`. */
  readonly when: string;
  /** Provokes the response, in place of the response's own state. */
  readonly given: State;
  /** What is checked beside what is checked of every such response. */
  readonly check?: Check;
}

/** Looks at the values of a response. Each wrong one is a line. */
export type Check = (seen: Seen) => string[] | Promise<string[]>;

/** A submission as the database has it, with the members that the contracts give it. */
export interface StoredSubmission {
  readonly id: number;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  readonly reference: string;
  readonly scheduledDate?: string;
  readonly movedFrom?: string;
  readonly withdrawnFrom?: string;
  readonly windowText?: string;
  readonly cooldownEnded: boolean;
  /** Rounded up to the millisecond. */
  readonly submittedAt: string;
}

/** A response that is as documented, with what shows whether its values are right. */
export class Seen {
  /** The path of the request, with its query. */
  readonly path: string;
  /** The body of the request. */
  readonly sent: unknown;
  readonly headers: Headers;
  readonly body: unknown;
  /** When the service responded by its own clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly player: string;
  readonly #transaction: Pick<Transaction, 'request'>;
  readonly #target: Pick<Target, 'url' | 'player' | 'database'>;

  constructor(
    transaction: Pick<Transaction, 'fullPath' | 'request'>,
    target: Pick<Target, 'url' | 'player' | 'database'>,
    { headers, text }: ReceivedResponse,
  ) {
    this.path = transaction.fullPath;
    this.sent = parsed(transaction.request.body);
    this.headers = headers;
    this.body = parsed(text);
    this.now = Date.parse(headers.get('Date') ?? '') || Date.now();
    this.player = target.player?.id ?? '';
    this.#transaction = transaction;
    this.#target = target;
  }

  /** Today's date, UTC. */
  get today(): string {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  /** Rows of the service's database; undefined if the run does not have it. */
  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[] | undefined> {
    return await this.#target.database?.query<Row>(text, values);
  }

  /** The player's submissions, newest first; undefined if the run does not have the database. */
  async stored(): Promise<StoredSubmission[] | undefined> {
    const rows = await this.query<{ row: StoredSubmission & { submittedAt: number } }>(
      `select json_strip_nulls(json_build_object(
         'id', id, 'bookId', book_id, 'chapter', chapter, 'verse', verse, 'scheduledDate', scheduled_date,
         'movedFrom', moved_from, 'withdrawnFrom', withdrawn_from, 'windowText', window_text,
         'cooldownEnded', cooldown_ended, 'submittedAt', ceil(extract(epoch from created_at) * 1000)
       )) as row
       from scheduled_submission where user_id = $1 order by created_at desc`,
      [this.player],
    );
    return rows?.map(({ row }) => ({
      ...row,
      reference: referenceOf(row.bookId, row.chapter, row.verse),
      submittedAt: new Date(row.submittedAt).toISOString(),
    }));
  }

  async #request(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const { Authorization = '' } = this.#transaction.request.headers;
    const response = await fetch(this.#target.url + path, {
      method,
      headers: { Authorization, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  }

  /** Reads what shows whether the values are right. @throws Error unless the status is 200 */
  async read<Body>(path: string): Promise<Body> {
    const { status, body } = await this.#request('GET', path);
    if (status !== 200) throw new Error(`GET ${path}, which shows the values, has the status ${status}`);
    return body as Body;
  }

  /** Submits the verse of the contract's example. */
  async submit(localDate: string | undefined): Promise<{ status: number; body: unknown }> {
    return await this.#request('POST', submitVerseOperation.path, { localDate, bookId: 'JHN', chapter: 3, verse: 16 });
  }
}

/** JSON, or undefined where a request or a response has none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line if something is wrong. */
export function wrong(isWrong: boolean, line: string): string[] {
  return isWrong ? [line] : [];
}

/** A line if a value is not the expected one. @param why where the expected one comes from */
export function unequal(name: string, actual: unknown, expected: unknown, why: string): string[] {
  const [is, expects] = [actual, expected].map((value) => JSON.stringify(value) ?? 'absent');
  return wrong(!isDeepStrictEqual(actual, expected), `${name} is ${is}, expected ${expects}: ${why}`);
}

/** A line for each expected member that an object lacks or has with another value. */
export function unequalMembers(name: string, actual: object | undefined, expected: object, why: string): string[] {
  if (actual === undefined) return [`${name} is missing: ${why}`];
  return Object.entries(expected).flatMap(([member, value]) =>
    unequal(`${member} of ${name}`, (actual as Record<string, unknown>)[member], value, why),
  );
}

/** What differs between the items of a list and what is stored. */
export function unequalItems(name: string, actual: readonly object[], stored: readonly object[]): string[] {
  return [
    ...unequal(`the number of ${name}`, actual.length, stored.length, 'as many are stored'),
    ...actual.flatMap((item, index) =>
      unequalMembers(`${name}[${index}]`, item, stored[index] ?? {}, 'the stored row'),
    ),
  ];
}
