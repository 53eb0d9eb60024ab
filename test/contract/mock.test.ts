import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import { exampleRequest } from '../../contract/dredd/request.ts';
import { createMock } from '../../contract/mock.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import { urlOf } from '../../src/http/listen.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { validSubmission } from '../support/service.ts';

const mock = (await createMock()).listen(0, '127.0.0.1');
beforeAll(() => once(mock, 'listening'));
afterAll(() => void mock.close());

const path = '/api/submit-verse';
const Authorization = 'Bearer any';
const noSuchVerse = JSON.stringify({ ...validSubmission, verse: 37 });

/** Sends any request. It throws unless the contract documents the response, or it is a 422. */
async function send(target: string, { method = 'GET', ...init }: RequestInit = {}, file?: ContractFile) {
  const response = await fetch(urlOf(mock) + target, { method, ...init });
  const { status, headers } = response;
  const text = await response.text();
  if (status !== 422) assertDocumented(method, target, { status, headers, text }, file);
  return {
    status,
    headers,
    body: headers.get('Content-Type') === 'application/json' && text ? JSON.parse(text) : text,
  };
}

/** Every response of an operation, with the request of the operation's examples. */
const examples = contractFiles.flatMap((file) => {
  const documented = documentedResponses(readContract(file));
  return operationsOf(readContract(file)).flatMap((placed) => {
    const { method, target, headers: own, body } = exampleRequest(placed);
    const init = { method, ...(body !== '' && { body: String(body) }) };
    const ask = (headers: Record<string, string>) => send(target, { ...init, headers: { ...own, ...headers } }, file);
    return documented.filter(({ operation }) => operation === placed.name).map((each) => ({ ...each, ask }));
  });
});

let preferred: ReturnType<typeof send>[];
beforeAll(async () => {
  // All at once, since a 413 waits a second for the rest of the body.
  preferred = examples.map(({ status, kind, ask }) =>
    ask({ Prefer: `code=${status}${kind === undefined ? '' : `, example=${kind}`}` }),
  );
  await Promise.allSettled(preferred);
});
test.each(examples.map((each, index) => ({ ...each, index })))(
  'Prefer selects $name',
  async ({ status, example = '', index }) => {
    expect(await preferred[index]).toMatchObject({ status: Number(status), body: example });
  },
);

test.each(examples.filter(({ status }) => status < '300'))('a valid request gets $name', async ({ status, ask }) => {
  expect((await ask({ Authorization })).status).toBe(Number(status));
});

test.each([
  ['no token', {}, '{', 401, 'Unauthorized'],
  ['no JSON', { Authorization }, '{', 400, 'Invalid JSON body'],
  ['a large body', { Authorization }, `"${'x'.repeat(65_536)}"`, 413, 'Request body too large'],
  ['no localDate', { Authorization }, '{}', 400, 'A valid localDate (YYYY-MM-DD) is required'],
  ['no such verse', { Authorization }, noSuchVerse, 400, 'verse must be an integer from 1 to 36: John 3 has 36 verses'],
])('the first check that fails sets the response: %s', async (_title, headers, body, status, error) => {
  expect(await send(path, { method: 'POST', headers, body })).toMatchObject({ status, body: { error } });
});

test.each([
  ['return=minimal, Code = "429"; foo=bar', 429],
  ['code=429, code=500', 429],
  ['example=InvalidVerse', 400],
  ['wait=1, barcode=429', 401],
  ['code=418', 422],
  ['code=constructor', 422],
  ['code=429, example=InvalidVerse', 422],
])('Prefer: %s gets %i', async (Prefer, expected) => {
  const { status, body } = await send(path, { method: 'POST', headers: { Prefer } });
  expect(status).toBe(expected);
  if (status === 422) expect(body.error).toMatch(/Prefer one of: code=201; code=400, example=InvalidJsonBody; /);
});

test('npm run mock prints its URL, which pages of any origin may read, and stops with npm', async () => {
  const script = new RunningScript(root, ['run', 'mock', '--', '--port', '0'], {}, 'npm');
  const [url] = await script.printed(/http:\S+/);
  const { headers } = await fetch(`${url}/api/verses?words=god`, { headers: { Origin: 'http://localhost:5173' } });
  expect([headers.get('Access-Control-Allow-Origin'), headers.get('Vary')]).toEqual(['*', 'Origin, Prefer']);
  await script.kill('SIGTERM');
  await expect(fetch(url)).rejects.toThrow();
});
