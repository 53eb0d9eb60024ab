import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Document, parseDocument } from 'yaml';
import {
  type Contract,
  type Operation,
  operationsOf,
  type PlacedOperation,
  readContract,
  type WrittenOperation,
} from '../../contract/document.ts';
import { renderDivision } from '../../scripts/codegen/division.ts';
import { renderFiles } from '../../scripts/codegen/files.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { renderResponses } from '../../scripts/codegen/responses.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { madeUpContract } from '../support/made-up-contract.ts';

const [api, admin] = ['openapi.yaml', 'contract/openapi.admin.yaml'].map((file) =>
  readFileSync(join(root, file), 'utf8'),
) as [string, string];
const document = 'src/generated/openapi.json';
const types = 'src/generated/openapi.ts';
const operations = 'src/generated/operations.ts';
const clientTypes = 'client/src/generated/openapi.ts';
const clientOperations = 'client/src/generated/operations.ts';

/** The path of the operation in the contract's YAML. */
const operation = ['paths', '/api/submit-verse', 'post'];
const errorText = ['components', 'schemas', 'NotSolvedToday', 'properties', 'error', 'enum', 0];

test('the responses leave out the headers that middleware sets, and only those', () => {
  const contract = readContract();
  const [{ operation }] = operationsOf(contract) as [PlacedOperation];
  const { responses } = operation;
  const rendered = () => renderResponses(contract, 'responses', Object.entries(responses));
  const asArgument = 'headers["X-Request-Id"]';
  expect(rendered()).not.toContain(asArgument);
  delete contract.components.headers['X-Request-Id']?.['x-set-by'];
  expect(rendered()).toContain(asArgument);
});

describe('the request of an operation', () => {
  test('has the player and the parameters with their types, by their places', () => {
    expect(renderOperations(madeUpContract(), './openapi.ts')).toContain(`export interface ListItemsRequest {
  readonly userId: string;
  readonly path: { readonly "shelf": number };
  readonly query: { readonly "since": string; readonly "limit": number | undefined; readonly "ratio": number | undefined; readonly "archived": boolean | undefined; readonly "order": "asc" | "desc" | undefined; readonly "tags": readonly (string)[] | undefined };
  readonly header: { readonly "X-Version": number | undefined; readonly "X-Trace": string | undefined };
}`);
  });

  test('has the parameters of its path and the body, and no player where there is no security', () => {
    expect(renderOperations(madeUpContract(), './openapi.ts')).toContain(`export interface AddItemRequest {
  readonly path: { readonly "shelf": number };
  readonly readBody: () => Promise<JsonBody<"title" | "pages">>;
}`);
  });

  const get = '#/paths/~1shelves~1{shelf}~1items/get';
  const added = `${get}/parameters/9`;
  const parameter = (change: object) => (get: WrittenOperation) => {
    get.parameters?.push({ name: 'x', in: 'query', schema: { type: 'string' }, ...change });
  };

  test.each<[string, (get: WrittenOperation, contract: Contract) => void, string]>([
    [
      'a parameter that does not exist',
      (get) => get.parameters?.unshift({ $ref: '#/components/parameters/Gone' }),
      `${get}/parameters/0: there is no #/components/parameters/Gone`,
    ],
    [
      'an operation for HEAD',
      (get, contract) => {
        const path = contract.paths['/shelves/{shelf}/items'];
        if (path !== undefined) path.head = { ...get, operationId: 'headItems' };
      },
      '#/paths/~1shelves~1{shelf}~1items/head: HEAD comes with GET and cannot be an operation of its own',
    ],
    ['a cookie', parameter({ in: 'cookie' }), `${added}: cookie x must be in one of path, query, header`],
    ['another style', parameter({ style: 'pipeDelimited' }), `${added}: query x has style, which`],
    ['content', parameter({ content: {} }), `${added}: query x has content, which`],
    ['an object', parameter({ schema: { type: 'object' } }), `${added}: query x must have a schema of type string,`],
    ['no schema', parameter({ schema: undefined }), `${added}: query x must have a schema of type string,`],
    [
      'a default',
      parameter({ schema: { type: 'string', default: 'a' } }),
      `${added}: query x has a schema with default`,
    ],
    ['null', parameter({ schema: { type: 'string', nullable: true } }), `${added}: query x has a schema with nullable`],
    [
      'a list of lists',
      parameter({ schema: { type: 'array', items: { type: 'array' } } }),
      `${added}: query x must have`,
    ],
    ['a list in a header', parameter({ in: 'header', schema: { type: 'array' } }), `${added}: header x is an array`],
    ['a required parameter without a check', parameter({ required: true }), `${added}: query x is required, but`],
    [
      'a parameter whose check comes after one of the handler',
      (get) => get['x-checks']?.unshift(...(get['x-checks']?.splice(-1) ?? [])),
      `${get}/x-checks/2: the parameter shelf must come before listed`,
    ],
    [
      'a rejection that needs an argument',
      (_get, { components }) => {
        components.schemas['InvalidLimit'] = { type: 'object', properties: { error: { type: 'string' } } };
      },
      `${get}/responses/400: it is returned without the handler, so the contract must fix all of it`,
    ],
    [
      'a choice of schemes',
      (_get, contract) => {
        contract.security?.push({ other: [] });
      },
      '#/security: it must be one scheme, bearerAuth, or none',
    ],
  ])('%s is an error that names the place', (_title, spoil, message) => {
    const contract = madeUpContract();
    const get = contract.paths['/shelves/{shelf}/items']?.get as WrittenOperation;
    spoil(get, contract);
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(message);
  });

  test.each([['401'], ['500']])('needs the response %s', (status) => {
    const contract = readContract();
    const post = submitVerseOf(contract);
    delete post['x-checks'];
    delete post.responses[status];
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(
      `#/paths/~1api~1submit-verse/post/responses/${status}: it is returned without`,
    );
  });

  test('needs a limit for its body', () => {
    const contract = madeUpContract();
    const post = contract.paths['/shelves/{shelf}/items']?.post as Operation;
    delete post.requestBody?.['x-max-bytes'];
    expect(() => renderOperations(contract, './openapi.ts')).toThrow(
      '#/paths/~1shelves~1{shelf}~1items/post/requestBody: it must be a JSON object with properties, and have x-max-bytes',
    );
  });
});

test('a book that the packages do not have is an error', () => {
  const contract = readContract();
  contract.components.schemas['BookId']?.enum?.push(...Array(100).fill('XXX'));
  expect(() => renderDivision(contract)).toThrow('BookId: the packages have no book XXX');
});

test.each([
  ['in another order', (books: string[]) => books.reverse(), 'REV'],
  ['after the last one that both packages have', (books: string[]) => books.push('TOB'), 'TOB'],
])('a book %s is an error', (_title, edit, book) => {
  const contract = readContract();
  edit(contract.components.schemas['BookId']?.enum as string[]);
  expect(() => renderDivision(contract)).toThrow(`BookId: the packages have no book ${book}`);
});

describe('all files', () => {
  test('are committed as they are generated', async () => {
    const files = Object.entries(await renderFiles({ api, admin }));
    expect(files.length).toBeGreaterThan(5);
    for (const [name, content] of files) expect(content).toBe(readFileSync(join(root, name), 'utf8'));
  });

  const edited = (edit: (contract: Document) => void) => {
    const contract = parseDocument(api);
    edit(contract);
    return String(contract);
  };

  test.each<[string, (contract: Document) => void, string[]]>([
    [
      'another error text',
      (contract) => contract.setIn(errorText, 'Solve it first'),
      [document, types, operations, clientTypes],
    ],
    [
      'another limit',
      (contract) => contract.setIn([...operation, 'requestBody', 'x-max-bytes'], 1024),
      [document, operations],
    ],
  ])('%s in the contract changes the files that depend on it', async (_, edit, changed) => {
    const before = await renderFiles({ api, admin });
    const after = await renderFiles({ api: edited(edit), admin });
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(changed);
  });

  test.each<[string, (contract: Document) => void, string]>([
    [
      'a rejection without a check',
      (contract) => contract.deleteIn([...operation, 'x-checks', 3]),
      'in x-checks but not in responses: none; in responses but not in x-checks: 403 NotSolvedToday',
    ],
    [
      'a status without a check',
      (contract) =>
        contract.setIn([...operation, 'responses', '409'], contract.getIn([...operation, 'responses', '403'])),
      'in x-checks but not in responses: none; in responses but not in x-checks: 409 NotSolvedToday',
    ],
    [
      'a check without a response',
      (contract) => contract.deleteIn([...operation, 'responses', '413']),
      'in x-checks but not in responses: 413 RequestBodyTooLarge; in responses but not in x-checks: none',
    ],
    [
      'a check with the status of another response',
      (contract) => contract.setIn([...operation, 'x-checks', 3, 'status'], 401),
      'in x-checks but not in responses: 401 NotSolvedToday; in responses but not in x-checks: 403 NotSolvedToday',
    ],
  ])('a contract that contradicts itself is an error: %s', async (_, edit, message) => {
    await expect(renderFiles({ api: edited(edit), admin })).rejects.toThrow(
      `#/paths/~1api~1submit-verse/post/x-checks: ${message}`,
    );
  });

  test('--check names those out of date and changes nothing; without it, codegen writes them', async () => {
    await using copy = await ContractCopy.create();
    const generated = () =>
      Promise.all(
        [types, operations, clientTypes, clientOperations].map((name) =>
          readFile(join(copy.directory, name), 'utf8').catch(() => undefined),
        ),
      );
    const upToDate = await generated();
    for (const name of [types, clientTypes, clientOperations]) await appendFile(join(copy.directory, name), '\n');
    await rm(join(copy.directory, operations));
    const outOfDate = await generated();

    expect(copy.run('scripts/codegen.ts', '--check')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Out of date: ${types}, ${operations}, ${clientTypes}, ${clientOperations}. Run \`npm run codegen\` and commit the result.\n`,
    });
    expect(await generated()).toEqual(outOfDate);
    expect(copy.run('scripts/codegen.ts')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await generated()).toEqual(upToDate);
    expect(copy.run('scripts/codegen.ts', '--check')).toEqual({ status: 0, stdout: '', stderr: '' });
  }, 60_000);
});

function submitVerseOf({ paths }: Contract): WrittenOperation {
  return paths['/api/submit-verse']?.post as WrittenOperation;
}
