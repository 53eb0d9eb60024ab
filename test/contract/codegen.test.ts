import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Document, parse } from 'yaml';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { renderResponses } from '../../scripts/codegen/responses.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { madeUpContract } from '../support/made-up-contract.ts';

const script = 'scripts/codegen.ts';
const document = 'src/generated/openapi.json';
const types = 'src/generated/openapi.ts';
const operations = 'src/generated/operations.ts';
const clientTypes = 'client/src/generated/openapi.ts';
const silent = { status: 0, stdout: '', stderr: '' };

test('the generated files are what the contracts give', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual(silent);
});

test('the responses leave out the headers that middleware sets, and only those', async () => {
  const contract = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  const { responses } = contract.paths['/api/submit-verse'].post;
  const rendered = () => renderResponses(contract, 'responses', Object.entries(responses));
  const asArgument = 'headers["X-Request-Id"]';
  expect(rendered()).not.toContain(asArgument);
  delete contract.components.headers['X-Request-Id']['x-set-by'];
  expect(rendered()).toContain(asArgument);
});

describe('the request of an operation', () => {
  test('has who asks, and the parameters with their types, by their places', () => {
    expect(renderOperations(madeUpContract(), './openapi.ts')).toContain(`export interface ListItemsRequest {
  readonly userId: string;
  readonly path: { readonly "shelf": number };
  readonly query: { readonly "since": string; readonly "limit": number | undefined; readonly "ratio": number | undefined; readonly "archived": boolean | undefined; readonly "order": "asc" | "desc" | undefined; readonly "tags": readonly (string)[] | undefined };
  readonly header: { readonly "X-Version": number | undefined; readonly "X-Trace": string | undefined };
}`);
  });

  test('has the parameters of its path and what reads the body, and nobody where it has no security', () => {
    expect(renderOperations(madeUpContract(), './openapi.ts')).toContain(`export interface AddItemRequest {
  readonly path: { readonly "shelf": number };
  readonly readBody: () => Promise<JsonBody<"title" | "pages">>;
}`);
  });

  type Contract = ReturnType<typeof madeUpContract>;
  type Get = Contract['paths'][string][string];
  const parameter = (change: object) => (get: Get) => {
    get.parameters?.push({ name: 'x', in: 'query', schema: { type: 'string' }, ...change });
  };

  test.each<[string, (get: Get, contract: Contract) => void, string]>([
    [
      'a parameter that does not exist',
      (get) => get.parameters?.push({ $ref: '#/components/parameters/Gone' }),
      'listItems: there is no parameter #/components/parameters/Gone',
    ],
    [
      'an operation for HEAD',
      (get, contract) => {
        const path = contract.paths['/shelves/{shelf}/items'];
        if (path !== undefined) path['head'] = { ...get, operationId: 'headItems' };
      },
      'headItems: HEAD is answered wherever GET is, and is no operation of its own',
    ],
    ['a cookie', parameter({ in: 'cookie' }), 'listItems: cookie x stands in none of path, query, header'],
    ['another style', parameter({ style: 'pipeDelimited' }), 'listItems: query x has style, which'],
    ['content', parameter({ content: {} }), 'listItems: query x has content, which'],
    ['an object', parameter({ schema: { type: 'object' } }), 'listItems: query x must have a schema of type string,'],
    ['no schema', parameter({ schema: undefined }), 'listItems: query x must have a schema of type string,'],
    [
      'a default',
      parameter({ schema: { type: 'string', default: 'a' } }),
      'listItems: query x has a schema with default',
    ],
    [
      'null',
      parameter({ schema: { type: 'string', nullable: true } }),
      'listItems: query x has a schema with nullable',
    ],
    [
      'a list of lists',
      parameter({ schema: { type: 'array', items: { type: 'array' } } }),
      'listItems: query x must have',
    ],
    ['a list in a header', parameter({ in: 'header', schema: { type: 'array' } }), 'listItems: header x is an array'],
    [
      'one that is required and rejected by nothing',
      parameter({ required: true }),
      'listItems: query x is required, but',
    ],
    [
      'one that is rejected after a check of the handler',
      (get) => get['x-checks']?.unshift(...(get['x-checks']?.splice(-1) ?? [])),
      'listItems: in x-checks, the parameter shelf must come before listed',
    ],
    [
      'a rejection that needs an argument',
      (_get, { components }) => {
        components.schemas['InvalidLimit'] = { type: 'object', properties: { error: { type: 'string' } } };
      },
      'listItems: responses/400 is given without the handler, so the contract must fix all of it',
    ],
    [
      'a choice of schemes',
      (_get, contract) => {
        contract.security?.push({ other: [] });
      },
      'listItems: security must be one scheme or none',
    ],
  ])('%s: codegen fails and names the place', (_title, spoil, message) => {
    const contract = madeUpContract();
    const get = contract.paths['/shelves/{shelf}/items']?.['get'] as Get;
    spoil(get, contract);
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(message);
  });

  test.each([['401'], ['500']])('that has no %s gives nothing', (status) => {
    const contract = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'));
    const { post } = contract.paths['/api/submit-verse'];
    delete post['x-checks'];
    delete post.responses[status];
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(
      `submitVerse: responses/${status} is given without`,
    );
  });

  test('whose body has no limit gives nothing', () => {
    const contract = madeUpContract();
    delete contract.paths['/shelves/{shelf}/items']?.['post']?.requestBody?.['x-max-bytes'];
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(
      'addItem: the requestBody must be a JSON object with properties, and have x-max-bytes',
    );
  });
});

test('a book that no package knows gives nothing', async () => {
  const contract = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  contract.components.schemas.BookId.enum.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: nothing is known of the book XXX');
});

describe('in a copy', () => {
  let copy: ContractCopy;
  beforeEach(async () => {
    copy = await ContractCopy.create();
  });
  afterEach(async () => {
    await copy[Symbol.asyncDispose]();
  });

  async function generated(): Promise<(string | undefined)[]> {
    return await Promise.all(
      [types, operations].map((path) => readFile(join(copy.directory, path), 'utf8').catch(() => undefined)),
    );
  }

  const operation = ['paths', '/api/submit-verse', 'post'];
  const errorText = ['components', 'schemas', 'NotSolvedToday', 'properties', 'error', 'enum', 0];

  test.each([
    {
      cause: 'another error text in the contract',
      spoil: () => copy.edit((contract) => contract.setIn(errorText, 'Solve it first')),
      stale: [document, types, operations, clientTypes],
    },
    {
      cause: 'another limit in the contract',
      spoil: () => copy.edit((contract) => contract.setIn([...operation, 'requestBody', 'x-max-bytes'], 1024)),
      stale: [document, operations],
    },
    { cause: 'an edited file', spoil: () => appendFile(join(copy.directory, types), '\n'), stale: [types] },
    { cause: 'a missing file', spoil: () => rm(join(copy.directory, operations)), stale: [operations] },
  ])('--check reports $cause, and changes nothing', async ({ spoil, stale }) => {
    await spoil();
    const before = await generated();
    expect(copy.run(script, '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Not what the contracts give: ${stale.join(', ')}. Run \`npm run codegen\` and commit the result.\n`,
    });
    expect(await generated()).toEqual(before);
  });

  test('codegen mends what --check reports', async () => {
    const before = await generated();
    await rm(join(copy.directory, 'src/generated'), { recursive: true });
    expect(copy.run(script)).toEqual(silent);
    expect(await generated()).toEqual(before);
  });

  test.each<[string, (contract: Document) => void, string]>([
    [
      'a rejection that no check gives',
      (contract) => contract.deleteIn([...operation, 'x-checks', 3]),
      'in x-checks but no response: none; a response but in no check: 403 NotSolvedToday',
    ],
    [
      'a status that no check gives',
      (contract) =>
        contract.setIn([...operation, 'responses', '409'], contract.getIn([...operation, 'responses', '403'])),
      'in x-checks but no response: none; a response but in no check: 409 NotSolvedToday',
    ],
    [
      'a check that no response documents',
      (contract) => contract.deleteIn([...operation, 'responses', '413']),
      'in x-checks but no response: 413 RequestBodyTooLarge; a response but in no check: none',
    ],
    [
      'a check with the status of another response',
      (contract) => contract.setIn([...operation, 'x-checks', 3, 'status'], 401),
      'in x-checks but no response: 401 NotSolvedToday; a response but in no check: 403 NotSolvedToday',
    ],
  ])('a contract that contradicts itself gives nothing: %s', async (_, edit, message) => {
    await copy.edit(edit);
    const before = await generated();
    const { status, stderr } = copy.run(script);
    expect(stderr).toContain(`submitVerse: ${message}\n`);
    expect(status).toBe(1);
    expect(await generated()).toEqual(before);
  });
});
