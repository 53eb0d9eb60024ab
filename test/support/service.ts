import { SignJWT } from 'jose';
import { type Logger, pino } from 'pino';
import type { ContractFile } from '../../contract/document/read.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import { readConfig } from '../../src/config.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { type Service, type ServiceConfig, startService } from '../../src/service.ts';
import { stopDatabaseClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { asRole } from './roles.ts';
import { asSeen } from './seen.ts';

export const testSecret = 'a secret for tests, of more than 32 bytes';

/** John 3:16 on the day that `TestService.solve` records by default. */
export const validSubmission = { localDate: '2026-11-21', bookId: 'JHN', chapter: 3, verse: 16 };

export interface TestOptions {
  /**
   * A database to share with another instance. By default the service gets its own, and drops it.
   */
  readonly database?: TestDatabase;
  /** Whether the service has the operator's desk, connected as `verses_desk`. */
  readonly desk?: boolean;
  /** Whether the service has the puzzle's operations, connected as `verses_puzzle`. */
  readonly puzzle?: boolean;
  /** Environment variables, as an operator would set them. */
  readonly env?: Record<string, string>;
  /**
   * The only clock: the database's is turned off for the desk and the puzzle, which would follow
   * the later of the two.
   */
  readonly clock?: () => Temporal.Instant;
  readonly logger?: Logger;
  /** The folder with the text of the chapters; by default that of the build. */
  readonly chapters?: string;
}

/** A response that has been checked against the contract. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined unless the body is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of the body
  readonly body: any;
  /** The body as it was received. */
  readonly text: string;
}

/** One instance of the real service, on a port and a database of its own. */
export class TestService implements AsyncDisposable {
  readonly url: string;
  /** The base URL of the probes. */
  readonly adminUrl: string;
  readonly database: TestDatabase;
  readonly #release: () => Promise<void>;

  private constructor({ url, adminUrl }: Service, database: TestDatabase, release: () => Promise<void>) {
    this.url = url;
    this.adminUrl = adminUrl;
    this.database = database;
    this.#release = release;
  }

  static async start({ database, desk, puzzle, env, clock, logger, chapters }: TestOptions = {}): Promise<TestService> {
    const db = database ?? (await createTestDatabase());
    if ((desk || puzzle) && clock) await stopDatabaseClock(db, '-infinity');
    const config = readConfig({
      DATABASE_URL: db.serviceUrl,
      ...(desk && { DESK_DATABASE_URL: asRole(db.url, 'verses_desk') }),
      ...(puzzle && { PUZZLE_DATABASE_URL: asRole(db.url, 'verses_puzzle') }),
      PORT: '0',
      ...(env?.['AUTH_JWKS_URL'] ? {} : { AUTH_JWT_SECRET: testSecret }),
      ...env,
    });
    const service = await startService(
      { ...(config as ServiceConfig), ...(chapters !== undefined && { chapters }) },
      logger ?? pino({ level: 'silent' }),
      clock,
    );
    return new TestService(service, db, async () => {
      await service.close();
      if (database === undefined) await db.drop();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#release();
  }

  /**
   * Sends any request.
   *
   * @throws Error when the response is not one that the contract documents
   */
  async request(path: string, init: RequestInit = {}, contract?: ContractFile, base = this.url): Promise<TestResponse> {
    const response = await fetch(new URL(path, base), init);
    const text = await response.text();
    const received = { status: response.status, headers: response.headers, text };
    assertDocumented(init.method ?? 'GET', path, received, contract);
    const isJson = response.headers.get('Content-Type') === 'application/json';
    return { ...received, body: isJson && text !== '' ? JSON.parse(text) : undefined };
  }

  /**
   * Sends a request as a probe would.
   *
   * @throws Error when the response is not one that `openapi.admin.yaml` documents
   */
  async probe(path: string): Promise<TestResponse> {
    return await this.request(path, {}, 'contract/openapi.admin.yaml', this.adminUrl);
  }

  /** Every sample of the metrics, by its name and labels as Prometheus writes them. */
  async samples(): Promise<Map<string, number>> {
    const lines = (await this.probe('/metrics')).text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.slice(line.lastIndexOf(' ')))]));
  }

  /**
   * Sends a request to the operator's desk.
   *
   * @param path below `/desk/api/`
   * @param claims of the token; by default those of the editor `ed`
   * @throws Error when the response is not one that `openapi.desk.yaml` documents
   */
  async desk(
    method: string,
    path: string,
    body?: unknown,
    claims: Record<string, unknown> = editor,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ): Promise<TestResponse> {
    const init = {
      method,
      headers: { Authorization: `Bearer ${await token('ed', claims)}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    return await this.request(`/desk/api/${path}`, init, 'contract/openapi.desk.yaml', this.adminUrl);
  }

  /**
   * Sends a change of an operator who has seen the calendar as it is: its dates are given without
   * the numbers of their latest changes.
   *
   * @param path below `/desk/api/`
   * @param claims of the token; by default those of the editor `ed`
   */
  async change(method: string, path: string, body: object, claims?: Record<string, unknown>): Promise<TestResponse> {
    return await this.desk(method, path, await asSeen(this.database, path, body), claims);
  }

  /**
   * Sends a request as the site's server.
   *
   * @param path below `/puzzle/api/`
   * @throws Error when the response is not one that `openapi.puzzle.yaml` documents
   */
  async puzzle(
    method: string,
    path: string,
    claims: Record<string, unknown> = site,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const init = { method, headers: { Authorization: `Bearer ${await token('site', claims)}`, ...headers } };
    return await this.request(`/puzzle/api/${path}`, init, 'contract/openapi.puzzle.yaml');
  }

  /** Submits a body as a user, or with the given headers. A string and bytes are sent unchanged. */
  async submit(
    user: string | Record<string, string>,
    body: unknown = validSubmission,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const authorization = typeof user === 'string' ? { Authorization: `Bearer ${await token(user)}` } : user;
    return await this.request(submitVerseOperation.path, {
      method: submitVerseOperation.method,
      headers: { 'Content-Type': 'application/json', ...authorization, ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    } as RequestInit);
  }

  /** Records, as the puzzle would, that users have solved the puzzle of a date. */
  async solve(users: string | string[], date = validSubmission.localDate): Promise<void> {
    await this.database.query('insert into daily_completion (anonymous_id, date) select unnest($1::text[]), $2::date', [
      [users].flat(),
      date,
    ]);
  }

  /** Every submission, in the order of their dates. */
  async submissions(): Promise<{ user_id: string; date: string; book_id: string; chapter: number; verse: number }[]> {
    return await this.database.query(
      `select user_id, to_char(scheduled_date, 'YYYY-MM-DD') as date, book_id, chapter, verse
       from scheduled_submission order by scheduled_date`,
    );
  }
}

/** The claims of an operator who may change the calendar. */
export const editor = { roles: ['calendar-editor'] };

/** The claims of the site's server. */
export const site = { roles: ['puzzle'] };

/**
 * A token that is valid until the year 2100, whatever the test's clock, unless the claims override
 * that.
 */
export async function token(user: string, claims: Record<string, unknown> = {}): Promise<string> {
  return await new SignJWT({ sub: user, exp: 4_102_444_800, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(testSecret));
}
