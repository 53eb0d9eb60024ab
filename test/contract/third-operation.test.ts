import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, parseDocument } from 'yaml';
import type * as clientModule from '../../client/src/index.ts';
import { root } from '../../src/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { testSecret, token } from '../support/service.ts';

/**
 * A copy of the project gets one more operation: a change of the contract, and what CONTRIBUTING.md asks for in its step 5. Everything else
 * must follow from the contract.
 */
const addition = join(root, 'test/contract/third-operation.yaml');

const handler = `
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

const states = `
  'PUT /api/submissions/{scheduledDate}/note 200': (given) => given.submission(),
  'PUT /api/submissions/{scheduledDate}/note 400 InvalidScheduledDate': ({ transaction }) => {
    transaction.fullPath = transaction.fullPath.replace('2026-11-28', 'today');
  },
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

/** What compiles, and below \`@ts-expect-error\` what does not. */
const types = `
import type { Client } from '../../client/src/index.ts';
import { setNoteResponses as responses, type SetNoteRequest } from '../../src/generated/operations.ts';

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
`;

const parts = ['openapi.yaml', 'package.json', 'tsconfig.json', 'contract', 'scripts', 'src', 'client', 'test/types'];
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const path = '/api/submissions/2026-11-28/note';
const Origin = 'https://puzzle.example';

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

/** Compiles the copy. It remembers what it has compiled, since a whole run takes seconds. */
async function compile() {
  return await run(tsc, '--incremental', '--tsBuildInfoFile', '.tsbuildinfo');
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
  for (const [name, item] of Object.entries(paths)) contract.setIn(['paths', name], item);
  for (const [kind, parts] of Object.entries(components as Record<string, object>)) {
    for (const [name, part] of Object.entries(parts)) contract.setIn(['components', kind, name], part);
  }
  await writeFile(file, String(contract));
}

beforeAll(async () => {
  [project, database] = await Promise.all([ProjectCopy.create(parts), createTestDatabase()]);
  await addToContract();
  expect(await run('scripts/codegen.ts')).toEqual({ exitCode: 0, output: '' });
}, 60_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await database.drop();
});

test('the compiler names what is missing', async () => {
  const { exitCode, output } = await compile();
  expect(exitCode).not.toBe(0);
  const missing = [...output.matchAll(/^(\S+)\(\d.*?Property '(\w+)' is missing/gms)];
  expect(missing.map(([, file, name]) => [file, name])).toEqual([['src/handlers/index.ts', 'setNote']]);
}, 60_000);

async function startMock() {
  const mock = new RunningScript(project.directory, ['scripts/mock.ts', '--port', '0']);
  const [url] = await mock.printed(/http:\/\/\S+/);
  return {
    async put(target: string, headers: Record<string, string> = {}) {
      const init = { method: 'PUT', headers: { Authorization: 'Bearer a', ...headers }, body: '{"note":null}' };
      const response = await fetch(`${url}/api/submissions/${target}/note`, init);
      return { status: response.status, count: response.headers.get('X-Note-Count'), body: await response.json() };
    },
    [Symbol.asyncDispose]: async () => void (await mock.kill('SIGTERM')),
  };
}

test('the mock serves its example before there is a handler', async () => {
  await using mock = await startMock();
  await expect(mock.put('2026-11-30')).resolves.toMatchObject({ status: 200, count: '1', body: [{ draft: true }] });
  await expect(mock.put('today')).resolves.toMatchObject({ status: 400 });
}, 30_000);

describe('with a handler and a state for Dredd', () => {
  beforeAll(async () => {
    await writeFile(join(project.directory, 'src/handlers/set-note.ts'), handler);
    await insert(
      'src/handlers/index.ts',
      ['import { submitVerse } from', "import { setNote } from './set-note.ts';\n"],
      ['    submitVerse: submitVerse(', '    setNote: setNote(players),\n'],
    );
    await insert('contract/dredd/states.ts', ["  '404 NotFound'", states]);
    await writeFile(join(project.directory, 'test/types/third-operation.ts'), types);
  });

  test('everything compiles', async () => {
    expect(await compile()).toEqual({ exitCode: 0, output: '' });
  }, 60_000);

  test('Dredd shows each of its responses, and the order of its checks', async () => {
    const { exitCode, output } = await run(
      '--disable-warning=DEP0060',
      '--disable-warning=Warning',
      'scripts/dredd.ts',
    );
    expect(output).toMatch(/ passed, 0 failed, 0 skipped/);
    expect(output.match(/^pass: .*\/note /gm)).toHaveLength(7 + 6);
    expect(exitCode).toBe(0);
  }, 60_000);

  test('the mock runs its handler', async () => {
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
  }, 30_000);

  describe('the service', () => {
    let service: RunningScript;
    let url: string;
    beforeAll(async () => {
      await database.query(
        `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
         values ('ann', 'GEN', 1, 1, '2026-11-28')`,
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
      expect(headers.get('Access-Control-Expose-Headers')).toBe('Retry-After,X-Note-Count,X-Request-Id');
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

    test('the SDK has a method for it', async () => {
      expect(await run(tsc, '-p', 'client')).toEqual({ exitCode: 0, output: '' });
      const { createClient }: typeof clientModule = await import(
        pathToFileURL(join(project.directory, 'client/dist/index.js')).href
      );
      const client = createClient({ baseUrl: url, token: await token('ann') }) as object as {
        setNote(request: object): Promise<object>;
      };
      expect(await client.setNote({ scheduledDate: '2026-11-28', draft: false, body: { note: 'a' } })).toEqual({
        status: 200,
        requestId: expect.any(String),
        xNoteCount: 1,
        body: [{ scheduledDate: '2026-11-28', note: 'a', draft: false }],
      });
      expect(await client.setNote({ scheduledDate: 'a/b', body: { note: 'a' } })).toMatchObject({ status: 400 });
    }, 30_000);

    test('its metrics and its log name it', async () => {
      await put();
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(
        /http_request_duration_seconds_count\{operation="setNote",method="PUT",status="200"\} [1-9]/,
      );
      expect(service.stdout).toContain('"route":"/api/submissions/{scheduledDate}/note","status":200');
    });
  });
});
