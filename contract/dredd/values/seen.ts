import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { division } from '../../../src/generated/division.ts';
import { submitVerseOperation } from '../../../src/generated/operations.ts';
import type { ReceivedResponse } from '../../response-check.ts';
import {
  databaseNeeded,
  emptyCalendar,
  fillCalendar,
  longestHorizon,
  type Person,
  recordCompletion,
  type State,
  scratchNeeded,
  type Target,
  type Transaction,
  tokenOf,
  Unavailable,
} from '../given.ts';
import type { Player } from '../player.ts';

/** A further case of a documented response: its state is such that the values are certain. */
export interface ValueCase {
  /** The name of the documented response, e.g. `POST /api/submit-verse 201`. */
  readonly response: string;
  /** The operation whose request it starts from, where the response belongs to none. */
  readonly of?: string;
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

type SeenTarget = Pick<Target, 'url' | 'database' | 'left' | 'scratch' | 'puzzle' | 'own'> & {
  readonly player: Player | undefined;
};

/** A response that is as documented, with what shows whether its values are right. */
export class Seen {
  /** The path of the request, with its query. */
  readonly path: string;
  /** The body of the request. */
  readonly sent: unknown;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  /** When the service responded by its own clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly player: string;
  readonly target: SeenTarget;
  readonly #transaction: Pick<Transaction, 'fullPath' | 'request'>;

  constructor(
    transaction: Pick<Transaction, 'fullPath' | 'request'>,
    target: SeenTarget,
    { headers, text }: ReceivedResponse,
  ) {
    this.path = transaction.fullPath;
    this.sent = parsed(String(transaction.request.body));
    this.headers = headers;
    this.text = text;
    this.body = parsed(text);
    this.now = Date.parse(headers.get('Date') ?? '') || Date.now();
    this.player = target.player?.id ?? '';
    this.#transaction = transaction;
    this.target = target;
  }

  /** Today's date, UTC. */
  get today(): string {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  /** Rows of the service's database; undefined if the run does not have it. */
  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[] | undefined> {
    return await this.target.database?.query<Row>(text, values);
  }

  /** Runs a statement, whose rows of the player are deleted. @throws Unavailable without a database */
  async change<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    if (this.target.database === undefined) throw new Unavailable(databaseNeeded);
    return await this.target.database.query<Row>(text, values);
  }

  /** Someone solves the puzzle of a date. @throws Unavailable where the run cannot record it */
  async solve(date: string, person: Person): Promise<void> {
    await recordCompletion(this.target, date, person);
  }

  /**
   * Takes every date up to the longest horizon, until it is disposed of.
   *
   * @throws Unavailable unless the database may be filled
   */
  async fill(): Promise<FullCalendar> {
    if (!this.target.scratch) throw new Unavailable(scratchNeeded);
    await this.change(fillCalendar);
    return {
      days: longestHorizon,
      free: async (date) => void (await this.change(`${emptyCalendar} and date = $1`, [date])),
      take: async (date) =>
        void (await this.change("insert into blocked_date (date, label) values ($1, 'Conformance')", [date])),
      [Symbol.asyncDispose]: async () => void (await this.change(emptyCalendar)),
    };
  }

  /** A player's submissions, newest first; undefined if the run does not have the database. */
  async stored(player = this.player): Promise<StoredSubmission[] | undefined> {
    const rows = await this.query<{ row: StoredSubmission & { submittedAt: number } }>(
      `select json_strip_nulls(json_build_object(
         'id', id, 'bookId', book_id, 'chapter', chapter, 'verse', verse, 'scheduledDate', scheduled_date,
         'movedFrom', moved_from, 'withdrawnFrom', withdrawn_from, 'windowText', window_text,
         'cooldownEnded', cooldown_ended, 'submittedAt', ceil(extract(epoch from created_at) * 1000)
       )) as row
       from scheduled_submission where user_id = $1 order by created_at desc`,
      [player],
    );
    return rows?.map(({ row }) => ({
      ...row,
      reference: referenceOf(row.bookId, row.chapter, row.verse),
      submittedAt: new Date(row.submittedAt).toISOString(),
    }));
  }

  /** The token of someone in the case. @throws Unavailable where the run cannot sign it */
  async tokenOf(person?: Person): Promise<string> {
    return await tokenOf(this.target.player, person);
  }

  /** The request of the case, to be sent again. */
  again(): Pick<Transaction, 'fullPath' | 'request'> {
    const { request, fullPath } = this.#transaction;
    return { fullPath, request: { ...request, headers: { ...request.headers } } };
  }

  /** Sends a further request, and counts the verse that it may leave unless it repeats another. */
  async send(
    { fullPath, request }: Pick<Transaction, 'fullPath' | 'request'>,
    isRepeated = false,
  ): Promise<ReceivedResponse> {
    const received = await exchange(this.target.url + fullPath, request);
    if (received.status === 201 && !isRepeated && this.target.database === undefined) this.target.left.verses++;
    return received;
  }

  /** Reads what shows whether the values are right. @throws Error unless the status is 200 */
  async read<Body>(path: string, person?: Person): Promise<Body> {
    const headers = { Authorization: `Bearer ${await this.tokenOf(person)}` };
    const { status, text } = await this.send({ fullPath: path, request: { method: 'GET', headers, body: '' } });
    if (status !== 200) throw new Error(`GET ${path}, which shows the values, has the status ${status}`);
    return parsed(text) as Body;
  }

  /** Submits the verse of the contract's example. */
  async submit(localDate: string | undefined, person?: Person): Promise<{ status: number; body: unknown }> {
    const headers = { Authorization: `Bearer ${await this.tokenOf(person)}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ localDate, bookId: 'JHN', chapter: 3, verse: 16 });
    const { path: fullPath, method } = submitVerseOperation;
    const { status, text } = await this.send({ fullPath, request: { method, headers, body } });
    return { status, body: parsed(text) };
  }
}

/** Sends a request just as it is; `fetch` would add headers of its own. */
async function exchange(url: string, { method, headers, body }: Transaction['request']): Promise<ReceivedResponse> {
  const { 'Content-Length': _, ...sent } = headers;
  const { request } = url.startsWith('https:') ? https : http;
  const length = 'Transfer-Encoding' in sent ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const outgoing = request(url, { method, headers: { ...sent, ...length } });
  outgoing.setTimeout(10_000, () => outgoing.destroy(new Error('No response within 10 s')));
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
  const headersOf = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: incoming.statusCode ?? 0, headers: new Headers(headersOf), text: await text(incoming) };
}

interface FullCalendar extends AsyncDisposable {
  /** How many days are taken after today. */
  readonly days: number;
  /** Makes a date free. */
  free(date: string): Promise<void>;
  /** Takes it again. */
  take(date: string): Promise<void>;
}

/** JSON, or undefined where a request or a response has none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The service's own functions for these are not used here: a fault of theirs would not be seen.

/** A verse as the contract's `Reference` describes it. */
export function referenceOf(bookId: string, chapter: number, verse: number): string {
  return `${passage(bookId, chapter)}:${verse}`;
}

/** A chapter as `x-messages` has it. */
export function passage(bookId: string, chapter: number): string {
  return `${bookId === 'PSA' ? 'Psalm' : division[bookId as keyof typeof division].name} ${chapter}`;
}

/** The number of verses of a chapter. */
export function versesIn(bookId: string, chapter: number): number {
  return division[bookId as keyof typeof division].verses[chapter - 1] ?? 0;
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

/**
 * The stored ETag, in each form that RFC 9110 allows, gets 304, and another one the text; another
 * text has another ETag.
 */
export async function revalidation(seen: Seen): Promise<string[]> {
  const etag = seen.headers.get('ETag') ?? '';
  const sent = async (value?: string) => {
    const again = seen.again();
    if (value !== undefined) again.request.headers['If-None-Match'] = value;
    return await seen.send(again);
  };
  const other = { fullPath: '/api/chapters/GEN/1', request: { method: 'GET', headers: {}, body: '' } };
  const conditions = {
    [etag]: 304,
    [`W/${etag}`.replace('W/W/', 'W/')]: 304,
    [`"other", ${etag}`]: 304,
    '"other"': 200,
  };
  const faults = Object.entries(conditions).map(async ([condition, status]) =>
    unequal(`the status with If-None-Match: ${condition}`, (await sent(condition)).status, status, 'the stored ETag'),
  );
  return [
    ...unequal('the ETag of the same request', (await sent()).headers.get('ETag'), etag, 'the same text'),
    ...wrong(
      seen.path.startsWith('/api/') && (await seen.send(other)).headers.get('ETag') === etag,
      `the ETag ${etag} is that of another text, too`,
    ),
    ...(await Promise.all(faults)).flat(),
  ];
}

/** What the request gets with HEAD: its own status and headers without the body, or 405. */
export async function head(seen: Seen): Promise<string[]> {
  const again = seen.again();
  const { status, headers, text } = await seen.send({ ...again, request: { ...again.request, method: 'HEAD' } });
  if (status === 405) return [];
  return [
    ...unequal('the status of HEAD', status, 200, 'that of GET, or 405'),
    ...unequal('the ETag of HEAD', headers.get('ETag'), seen.headers.get('ETag'), 'that of GET'),
    ...unequal('the body of HEAD', text, '', 'HEAD has none'),
  ];
}
