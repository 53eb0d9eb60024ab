import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { build } from 'esbuild';
import { parse, parseDocument } from 'yaml';
import type * as clientModule from '../../client/src/index.ts';
import { root } from '../../src/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { testSecret, token } from '../support/service.ts';

/**
 * A copy of the project gets two more operations: a change of the contract, and what CONTRIBUTING.md asks for in its step 5, which are handlers
 * and states for Dredd. Everything else must follow from the contract.
 */
const addition = join(root, 'test/contract/added-operations.yaml');

const path = '/api/submissions/2026-11-28/note';
const upcoming = '9000-01-01';
const Origin = 'https://puzzle.example';

const setNote = `
import { type Handlers, setNoteResponses as responses } from '../generated/operations.ts';
import type { Players } from '../player/players.ts';

export function setNote(players: Players): Handlers['setNote'] {
  return async ({ userId, path: { scheduledDate }, query: { draft }, readBody }) => {
    const body = await readBody();
    if ('rejected' in body)
      return body.rejected === 'too large' ? responses.requestBodyTooLarge : responses.invalidJsonBody;
    const { note } = body.members;
    if (note !== null && typeof note !== 'string') return responses.invalidNote;
    const submissions = await players.submissions(userId);
    return responses.noteList(
      submissions.map(() => ({ scheduledDate, note, ...(draft !== undefined && { draft }) })),
      { 'X-Note-Count': submissions.length },
    );
  };
}
`;

/** Remembers what is withdrawn. A second query, of another table, stands for the deletion: it can fail when the checks have passed. */
const withdrawSubmission = `
import { type Handlers, withdrawSubmissionResponses as responses } from '../generated/operations.ts';
import type { Players } from '../player/players.ts';

export function withdrawSubmission(players: Players, clock: () => Temporal.Instant): Handlers['withdrawSubmission'] {
  const withdrawn = new Set<string>();
  return async ({ userId, path: { scheduledDate } }) => {
    const id = [scheduledDate, userId].join();
    const submissions = await players.submissions(userId);
    if (withdrawn.has(id) || !submissions.some(({ date }) => date === scheduledDate)) return responses.notScheduled;
    const now = clock();
    if (scheduledDate <= now.toString()) return responses.dateHasBegun;
    await players.eligibility(userId, scheduledDate, now);
    withdrawn.add(id);
    return responses.noContent;
  };
}
`;

const states = `
  'DELETE /api/submissions/{scheduledDate} 204': (given) => submitOn('${upcoming}', given),
  'DELETE /api/submissions/{scheduledDate} 400': (given) => setDate('today', given),
  'DELETE /api/submissions/{scheduledDate} 401': spoilToken,
  'DELETE /api/submissions/{scheduledDate} 404': (given) => setDate('2000-01-02', given),
  'DELETE /api/submissions/{scheduledDate} 409': (given) => submitOn('2000-01-01', given),
  'DELETE /api/submissions/{scheduledDate} 500': async (given) => {
    given.breakDatabase(
      'alter table daily_completion rename to hidden_completion',
      'alter table hidden_completion rename to daily_completion',
    );
    await submitOn('9000-01-02', given);
  },
  'PUT /api/submissions/{scheduledDate}/note 200': (given) => given.submission(),
  'PUT /api/submissions/{scheduledDate}/note 400 InvalidScheduledDate': (given) => setDate('today', given),
  'PUT /api/submissions/{scheduledDate}/note 400 InvalidJsonBody': ({ transaction: { request } }) => {
    request.body = request.body.slice(0, -1);
  },
  'PUT /api/submissions/{scheduledDate}/note 400 InvalidNote': (given) => addToBody(given, { note: 1 }),
  'PUT /api/submissions/{scheduledDate}/note 401': spoilToken,
  'PUT /api/submissions/{scheduledDate}/note 413': ({ transaction: { request } }) => {
    request.body = request.body.padEnd(1025);
  },
  'PUT /api/submissions/{scheduledDate}/note 500': breakDatabase,
`;

const setUps = `
function setDate(date: string, { transaction }: Given): void {
  transaction.fullPath = transaction.fullPath.replace(/(?<=submissions\\/)[^/]+/, date);
}

/** The player has submitted a verse for the date in the path: on that date too, so that another state may have submitted one. */
async function submitOn(date: string, given: Given): Promise<void> {
  setDate(date, given);
  await given.query(
    \`insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at) values ($1, 'GEN', 1, 1, $2::date, $2::date)\`,
    [given.target.player?.id, date],
  );
}

`;

/** What compiles, and below `@ts-expect-error` what does not. */
const typed = `
import type { Client } from '../client/src/index.ts';
import {
  type Handlers,
  setNoteResponses as responses,
  type SetNoteRequest,
  withdrawSubmissionResponses,
} from '../src/generated/operations.ts';

declare const earlierHandlers: Omit<Handlers, 'setNote'>;
// @ts-expect-error
earlierHandlers satisfies Handlers;

declare const request: SetNoteRequest;
request.path.scheduledDate satisfies string;
request.query.draft satisfies boolean | undefined;
// @ts-expect-error
request.query.draft satisfies boolean;

responses.noteList([], { 'X-Note-Count': 0 }).body satisfies readonly object[];
responses.noteList([{ scheduledDate: '2026-11-28', note: null, draft: true }], { 'X-Note-Count': 1 });
// @ts-expect-error
responses.noteList([{ scheduledDate: '2026-11-28' }], { 'X-Note-Count': 1 });
// @ts-expect-error
responses.noteList([], {});
// @ts-expect-error
responses.noteList([], { 'X-Note-Count': 'one' });
withdrawSubmissionResponses.noContent satisfies { readonly status: 204; readonly body?: never };

declare const client: Client;
const result = await client.setNote({ scheduledDate: '2026-11-28', draft: true, body: { note: null } });
await client.setNote({ scheduledDate: '2026-11-28', body: { note: 'a' } });
if (result.status === 200) {
  result.xNoteCount satisfies number;
  result.body[0] satisfies { readonly note: string | null; readonly draft?: boolean } | undefined;
  // @ts-expect-error
  result.error;
} else {
  result.error satisfies string;
}
// @ts-expect-error
await client.setNote({ scheduledDate: '2026-11-28' });
// @ts-expect-error
await client.setNote({ body: { note: null } });
// @ts-expect-error
await client.setNote({ scheduledDate: '2026-11-28', body: {} });
const withdrawal = await client.withdrawSubmission({ scheduledDate: '2026-11-28' });
withdrawal.retried satisfies true | undefined;
if (withdrawal.status !== 204) withdrawal.error satisfies string;
// @ts-expect-error
else withdrawal.error;
// @ts-expect-error
(await client.listSubmissions()).retried;
`;

const parts = [
  'openapi.yaml',
  'package.json',
  'tsconfig.json',
  'contract',
  'docs/reviewing-the-contract.md',
  'scripts',
  'src',
  'client',
  'dist',
  'test/support',
];
const contractTests = ['contract/contract', 'contract/descriptions', 'handlers/precedence'].map(
  (name) => `test/${name}.test.ts`,
);
const types = 'test/types.ts';

let project: ProjectCopy;
let database: TestDatabase;

/** Runs a script in the copy, and returns its exit code and all it printed. */
async function run(...args: string[]): Promise<{ exitCode: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project.directory });
    return { exitCode: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, output: stdout + stderr };
  }
}

/** Inserts texts into a file of the copy, each before a text that is there. */
async function insert(file: string, ...edits: [before: string, text: string][]): Promise<void> {
  let content = await readFile(join(project.directory, file), 'utf8');
  for (const [before, text] of edits) {
    if (!content.includes(before)) throw new Error(`${file} has no ${before}`);
    content = content.replace(before, () => text + before);
  }
  await writeFile(join(project.directory, file), content);
}

async function addToContract(): Promise<void> {
  const file = join(project.directory, 'openapi.yaml');
  const contract = parseDocument(await readFile(file, 'utf8'));
  const { paths, components } = parse(await readFile(addition, 'utf8'));
  const add = (place: string[], part: object) => {
    // Names of aliases would repeat those of other parts.
    contract.setIn(place, contract.createNode(part, { aliasDuplicateObjects: false }));
  };
  for (const [name, item] of Object.entries<object>(paths)) add(['paths', name], item);
  for (const [kind, parts] of Object.entries<object>(components)) {
    for (const [name, part] of Object.entries(parts)) add(['components', kind, name], part);
  }
  await writeFile(file, String(contract));
}

beforeAll(async () => {
  [project, database] = await Promise.all([ProjectCopy.create([...parts, ...contractTests]), createTestDatabase()]);
  await addToContract();
  expect(await run('scripts/codegen.ts')).toEqual({ exitCode: 0, output: '' });
}, 60_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await database.drop();
});

async function startMock() {
  const mock = new RunningScript(project.directory, ['scripts/mock.ts', '--port', '0']);
  const [url] = await mock.printed(/http:\/\/\S+/);
  return {
    async put(target: string, headers: Record<string, string> = {}) {
      const init = { method: 'PUT', headers: { Authorization: 'Bearer a', ...headers }, body: '{"note":null}' };
      const response = await fetch(`${url}/api/submissions/${target}/note`, init);
      return { status: response.status, count: response.headers.get('X-Note-Count'), body: await response.json() };
    },
    async withdraw(headers: Record<string, string> = {}) {
      const init = { method: 'DELETE', headers: { Authorization: 'Bearer a', ...headers } };
      const response = await fetch(`${url}/api/submissions/2026-11-28`, init);
      return { status: response.status, text: await response.text() };
    },
    [Symbol.asyncDispose]: async () => void (await mock.kill('SIGTERM')),
  };
}

test('the mock serves the examples before there are handlers', async () => {
  await using mock = await startMock();
  await expect(mock.put('2026-11-30')).resolves.toMatchObject({ status: 200, count: '1', body: [{ draft: true }] });
  await expect(mock.put('today')).resolves.toMatchObject({ status: 400 });
  await expect(mock.withdraw()).resolves.toEqual({ status: 204, text: '' });
}, 30_000);

describe('with handlers and states for Dredd', () => {
  beforeAll(async () => {
    await writeFile(join(project.directory, 'src/handlers/set-note.ts'), setNote);
    await writeFile(join(project.directory, 'src/handlers/withdraw-submission.ts'), withdrawSubmission);
    await insert(
      'src/handlers/index.ts',
      ['import { submitVerse } from', "import { setNote } from './set-note.ts';\n"],
      ['\n/** What the handlers need', "import { withdrawSubmission } from './withdraw-submission.ts';\n"],
      ['    submitVerse: submitVerse(', '    setNote: setNote(players),\n'],
      ['  };\n}\n', '    withdrawSubmission: withdrawSubmission(players, clock),\n'],
    );
    await insert(
      'contract/dredd/states/openapi.ts',
      ["  '404 NotFound'", states],
      ['/** The player has a submission to read.', setUps],
    );
  });

  test('everything compiles', async () => {
    await writeFile(join(project.directory, types), typed);
    const configuration = { extends: './tsconfig.json', include: ['src', 'contract/mock', 'contract/dredd', types] };
    await writeFile(join(project.directory, 'tsconfig.added.json'), JSON.stringify(configuration));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(await run(tsc, '-p', 'tsconfig.added.json')).toEqual({ exitCode: 0, output: '' });
  }, 120_000);

  test('the tests of the contract pass', async () => {
    const config = join(project.directory, 'test/jest.config.js');
    // On the PostgreSQL that runs already.
    await writeFile(config, "export { shared as default } from './support/jest.js';\n");
    const runner = join(root, 'node_modules/jest/bin/jest.js');
    const { exitCode, output } = await run('--experimental-vm-modules', runner, '--config', config, ...contractTests);
    expect(output).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
    expect(exitCode).toBe(0);
  }, 120_000);

  test('Dredd shows each of its responses, and the order of its checks', async () => {
    const { exitCode, output } = await run(
      '--disable-warning=DEP0060',
      '--disable-warning=Warning',
      'scripts/dredd.ts',
    );
    expect(output).toMatch(/ passed, 0 failed, 0 skipped/);
    expect(output.match(/^pass: PUT .*\/note /gm)).toHaveLength(7 + 6);
    expect(output.match(/^pass: DELETE \/api\//gm)).toHaveLength(6 + 4);
    expect(exitCode).toBe(0);
  }, 120_000);

  test('the mock runs the handlers', async () => {
    await using mock = await startMock();
    await expect(mock.put('2026-11-30')).resolves.toEqual({ status: 200, count: '0', body: [] });
    await expect(mock.put('today')).resolves.toMatchObject({
      status: 400,
      body: { error: 'A valid scheduledDate is required' },
    });
    await expect(mock.put('today', { Prefer: 'code=200' })).resolves.toMatchObject({
      status: 200,
      count: '1',
      body: [{ draft: true }],
    });
    await expect(mock.put('today', { Prefer: 'example=InvalidNote' })).resolves.toMatchObject({ status: 400 });
    await expect(mock.withdraw()).resolves.toMatchObject({ status: 404 });
    await expect(mock.withdraw({ Prefer: 'code=204' })).resolves.toEqual({ status: 204, text: '' });
  }, 30_000);

  describe('the service', () => {
    let service: RunningScript;
    let url: string;
    beforeAll(async () => {
      await database.query(
        `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
         values ('ann', 'GEN', 1, 1, '2026-11-28'), ('bob', 'GEN', 1, 2, '${upcoming}')`,
      );
      service = new RunningScript(project.directory, ['src/main.ts'], {
        DATABASE_URL: database.serviceUrl,
        AUTH_JWT_SECRET: testSecret,
        CORS_ORIGINS: Origin,
        PORT: '0',
        PAGES: 'false',
      });
      url = (await service.printed(/"url":"([^"]+)"/))[1] ?? '';
    }, 30_000);
    afterAll(async () => {
      await service.kill('SIGTERM');
    });

    async function put(target = path, body: string = '{"note":null}', headers?: Record<string, string>) {
      const sent = headers ?? { Authorization: `Bearer ${await token('ann')}`, Origin };
      const response = await fetch(url + target, { method: 'PUT', headers: sent, body });
      return { status: response.status, headers: response.headers, body: await response.json() };
    }

    test('returns the list, with its header, which a page may read', async () => {
      const { status, headers, body } = await put(`${path}?draft=true`);
      expect({ status, body }).toEqual({
        status: 200,
        body: [{ scheduledDate: '2026-11-28', note: null, draft: true }],
      });
      expect(headers.get('X-Note-Count')).toBe('1');
      expect(headers.get('Access-Control-Expose-Headers')).toBe('ETag,Retry-After,X-Note-Count,X-Request-Id');
      expect((await put(`${path}?draft=perhaps`)).body).toEqual([{ scheduledDate: '2026-11-28', note: null }]);
    });

    test.each<[string, number, string, Parameters<typeof put>]>([
      ['no token', 401, 'Unauthorized', ['/api/submissions/today/note', '{', {}]],
      ['a malformed date', 400, 'A valid scheduledDate is required', ['/api/submissions/today/note', '{']],
      ['malformed JSON', 400, 'Invalid JSON body', [path, '{']],
      ['a body over its own limit', 413, 'Request body too large', [path, ' '.repeat(1025)]],
      ['a malformed note', 400, 'note must be text or null', [path, '{"note":1}']],
    ])('rejects %s', async (_title, status, error, request) => {
      expect(await put(...request)).toMatchObject({ status, body: { error } });
    });

    test.each(['GET', 'HEAD', 'POST'])('%s is not allowed', async (method) => {
      const response = await fetch(url + path, { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'PUT']);
    });

    test('a page of another origin may send it', async () => {
      const headers = { Origin, 'Access-Control-Request-Method': 'PUT' };
      const response = await fetch(url + path, { method: 'OPTIONS', headers });
      expect(response.headers.get('Access-Control-Allow-Methods')?.split(',')).toContain('PUT');
    });

    async function clientOf(user: string, options: object = {}) {
      const outfile = join(project.directory, 'client/dist/index.js');
      await build({
        entryPoints: [join(project.directory, 'client/src/index.ts')],
        outfile,
        bundle: true,
        format: 'esm',
      });
      const { createClient }: typeof clientModule = await import(pathToFileURL(outfile).href);
      return createClient({ baseUrl: url, token: await token(user), ...options }) as object as Record<
        'setNote' | 'withdrawSubmission',
        (request: object) => Promise<object>
      >;
    }

    test('the SDK has a method for each', async () => {
      const client = await clientOf('ann');
      expect(await client.setNote({ scheduledDate: '2026-11-28', draft: false, body: { note: 'a' } })).toEqual({
        status: 200,
        requestId: expect.any(String),
        xNoteCount: 1,
        body: [{ scheduledDate: '2026-11-28', note: 'a', draft: false }],
      });
      expect(await client.setNote({ scheduledDate: 'a/b', body: { note: 'a' } })).toMatchObject({ status: 400 });
      expect(await client.withdrawSubmission({ scheduledDate: 'a/b' })).toMatchObject({ status: 400 });
    });

    test('the SDK marks the 404 of a withdrawal whose 204 was lost', async () => {
      const fetchOnceLost = jest.fn<typeof fetch>(async (input, init) => {
        const response = await fetch(input, init);
        if (fetchOnceLost.mock.calls.length === 1) throw new TypeError(`the ${response.status} was lost`);
        return response;
      });
      const client = await clientOf('bob', { fetch: fetchOnceLost });
      const unmarked = { status: 404, requestId: expect.any(String), error: 'There is no submission of this date' };
      expect(await client.withdrawSubmission({ scheduledDate: upcoming })).toEqual({ ...unmarked, retried: true });
      expect(await client.withdrawSubmission({ scheduledDate: upcoming })).toEqual(unmarked);
    });

    test('the metrics and the log name them', async () => {
      await put();
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(
        /http_request_duration_seconds_count\{operation="setNote",method="PUT",status="200"\} [1-9]/,
      );
      expect(service.stdout).toContain('"route":"/api/submissions/{scheduledDate}/note","status":200');
    });
  });
});
