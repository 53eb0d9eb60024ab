import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { operationsOf } from '../../contract/document/operations.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { generate } from '../support/made-up-contract.ts';

/** What a case adds to the contract below, in YAML. */
interface Given {
  readonly method?: string;
  /** Members of the operation. */
  readonly operation?: string;
  /** Members of its responses; a 500 is always there. */
  readonly responses?: string;
  /** Members of `components`. */
  readonly components?: string;
  readonly schemas?: string;
  /** Members of the path; the path has a parameter `id` then. */
  readonly path?: string;
}

/** A contract with one operation. */
function contractOf({ method = 'get', operation, responses, components, schemas, path }: Given): Contract {
  return parse(`
openapi: 3.0.3
info: { title: Things, version: 1.0.0 }
paths:
  ${path ? '/things/{id}' : '/things'}:
    ${path ?? 'x-path: {}'}
    ${method}:
      operationId: handleThing
      summary: Handle a thing
      ${operation ?? 'x-operation: {}'}
      responses:
        ${responses ?? "'204': { description: Done }"}
        '500': { description: Failed, content: { application/json: { schema: { $ref: '#/components/schemas/Failed' } } } }
components:
  ${components ?? 'x-components: {}'}
  schemas:
    Failed: { type: object, required: [error], properties: { error: { type: string, enum: [Failed] } } }
    Thing: { type: object, required: [name], properties: { name: { type: string }, size: { type: integer } } }
    ${schemas ?? 'Other: { type: string }'}
`);
}

const json = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const place = '#/paths/~1things/get';

test('headers that most responses of a media type have are a constant', () => {
  const code = renderOperations(
    contractOf({
      responses: `'200': { description: All, headers: { X-A: { required: true, schema: { type: string, enum: [a] } } }, ${json('Thing')} }
        '201': { description: Some, ${json('Thing')} }`,
    }),
    './types.ts',
  );
  expect(code).toContain('const applicationJson = { "Content-Type": "application/json" } as const;');
  expect(code).toContain('status: 200, headers: { ...applicationJson, "X-A": "a" }, body');
  expect(code).toContain('status: 201, headers: applicationJson, body');
});

test('the largest value of a header is in the code', () => {
  const code = renderOperations(
    contractOf({
      responses: "'204': { description: Done, headers: { Wait: { $ref: '#/components/headers/Wait' } } }",
      components: 'headers: { Wait: { schema: { type: integer, maximum: 60 } }, Hint: { schema: { type: string } } }',
    }),
    './types.ts',
  );
  expect(code).toContain('export const headerMaximums = {\n  "Wait": 60,\n} as const;');
});

describe('the code of an operation', () => {
  test.each<[string, Given, service: string, client: string]>([
    [
      'a 204 has no body',
      { responses: "'204': { description: Done }" },
      '  /** 204: Done */\n  noContent: { status: 204, headers: {  } },',
      '      204: {},',
    ],
    [
      'a response by reference',
      {
        responses: "'204': { $ref: '#/components/responses/Done' }",
        components: 'responses: { Done: { description: Done } }',
      },
      'export const sharedResponses = {\n  /** 204: Done */\n  noContent: { status: 204, headers: {  } },',
      '  | ({ readonly status: 204; readonly requestId: string | null; })',
    ],
    [
      'a list',
      {
        responses: `'200': { description: All, ${json('Things')} }`,
        schemas: "Things: { type: array, items: { $ref: '#/components/schemas/Thing' } }",
      },
      'things: (body: Schemas["Things"]) =>\n    ({ status: 200, headers: applicationJson, body }) as const,',
      '      200: {"isList":true},',
    ],
    [
      'a list, in a result',
      {
        responses: `'200': { description: All, ${json('Things')} }`,
        schemas: "Things: { type: array, items: { $ref: '#/components/schemas/Thing' } }",
      },
      'export type HandleThingResponse = ResponseOf<typeof handleThingResponses>;',
      "  | ({ readonly status: 200; readonly requestId: string | null; readonly body: Schemas['Things']; })",
    ],
    [
      'one of two lists',
      {
        responses:
          "'200': { description: All, content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/Things' }, { $ref: '#/components/schemas/Names' }] } } } }",
        schemas: `Things: { type: array, items: { $ref: '#/components/schemas/Thing' } }
    Names: { type: array, items: { type: string } }`,
      },
      'names: (body: Schemas["Names"]) =>',
      "readonly requestId: string | null; readonly body: Schemas['Things'] | Schemas['Names']; })",
    ],
    [
      'members of every type, by reference too',
      {
        responses: `'200': { description: All, ${json('All')} }`,
        schemas: `All:
      type: object
      required: [text, whole, number, yes, list, object, choice, named, nothing]
      properties:
        text: { type: string }
        whole: { type: integer }
        number: { type: number }
        yes: { type: boolean }
        list: { type: array, items: { type: object } }
        object: { type: object }
        choice: { type: string, enum: [a, b] }
        named: { $ref: '#/components/schemas/Thing' }
        nothing: { type: integer, nullable: true }
        maybe: { type: string }`,
      },
      '...(body.maybe !== undefined && { maybe: body.maybe })',
      '      200: {"members":{"text":"string","whole":"number","number":"number","yes":"boolean","list":"array","object":"object","choice":"string","named":"object","nothing":"number|null"}},',
    ],
    [
      'a required member with one value is filled in; an optional one is an argument',
      {
        responses: `'200': { description: All, ${json('Fixed')} }`,
        schemas: `Kind: { type: string, enum: [thing] }
    Fixed: { type: object, required: [kind], properties: { kind: { $ref: '#/components/schemas/Kind' }, mark: { type: boolean, enum: [true] } } }`,
      },
      'fixed: (body: Pick<Schemas["Fixed"], "mark">) =>\n    ({ status: 200, headers: applicationJson, body: { kind: "thing", ...(body.mark !== undefined && { mark: body.mark }) } }) as const,',
      '      200: {"members":{"kind":"string"}},',
    ],
    [
      'members that are no identifiers',
      {
        responses: `'200': { description: All, ${json('Odd')} }`,
        schemas: 'Odd: { type: object, required: [the-size], properties: { the-size: { type: integer } } }',
      },
      'body: { "the-size": body["the-size"] }',
      '      200: {"members":{"the-size":"number"}},',
    ],
    [
      'headers of every type, by reference or not, required or not',
      {
        responses: `'200':
          description: All
          headers:
            X-Count: { $ref: '#/components/headers/Count' }
            X-Ratio: { required: true, schema: { type: number } }
            X-Last: { schema: { type: boolean } }
            X-Fixed: { required: true, schema: { type: string, enum: [v1] } }
            X-Kind: { schema: { enum: [a, b] } }
          ${json('Thing')}`,
        components: 'headers: { Count: { required: true, schema: { type: integer } } }',
      },
      'headers: { readonly "X-Count": number; readonly "X-Ratio": number; readonly "X-Last"?: boolean; readonly "X-Kind"?: "a" | "b" }) =>\n    ({ status: 200, headers: { "Content-Type": "application/json", "X-Fixed": "v1", "X-Count": headers["X-Count"], "X-Ratio": headers["X-Ratio"], ...(headers["X-Last"] !== undefined && { "X-Last": headers["X-Last"] }), ...(headers["X-Kind"] !== undefined && { "X-Kind": headers["X-Kind"] }) }',
      "  | ({ readonly status: 200; readonly requestId: string | null; readonly xCount: number; readonly xRatio: number; readonly xLast?: boolean; readonly xKind?: string; } & (Schemas['Thing']))",
    ],
    [
      'a DELETE, whose retry may get another response',
      { method: 'delete', responses: "'204': { description: Done }" },
      'handleThing(): Promise<HandleThingResponse>;',
      '/** What handleThing can return: switch over `status`. With `retried`, an earlier attempt failed, but may have done the work. */\nexport type HandleThingResult =\n  | ({ readonly status: 204; readonly requestId: string | null; readonly retried?: true; })',
    ],
    [
      'a PUT, likewise',
      { method: 'put', responses: "'204': { description: Done }" },
      'handleThing(): Promise<HandleThingResponse>;',
      '  | ({ readonly status: 204; readonly requestId: string | null; readonly retried?: true; })',
    ],
    [
      'a DELETE with a key, whose retry gets the same response',
      {
        method: 'delete',
        operation: 'parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, pattern: ^a$ } }]',
        responses: "'204': { description: Done }",
      },
      'readonly header: { readonly "Idempotency-Key": string | undefined };',
      '  | ({ readonly status: 204; readonly requestId: string | null; })',
    ],
    [
      'only optional headers',
      {
        responses: "'204': { description: Done, headers: { X-Last: { schema: { type: boolean } } } }",
      },
      'noContent: (headers: { readonly "X-Last"?: boolean } = {}) =>\n    ({ status: 204, headers: { ...(headers["X-Last"] !== undefined && { "X-Last": headers["X-Last"] }) } }) as const,',
      '      204: {"headers":{"X-Last":{"member":"xLast","type":"boolean","required":false}}},',
    ],
    [
      'a body and parameters, all by reference',
      {
        method: 'put',
        path: "parameters: [{ $ref: '#/components/parameters/Id' }]",
        operation: `x-checks: [{ name: id, status: 400, error: { $ref: '#/components/schemas/NoThing' } }, { name: work, status: 500, error: { $ref: '#/components/schemas/Failed' } }]
      parameters: [{ $ref: '#/components/parameters/Draft' }]
      requestBody: { $ref: '#/components/requestBodies/Thing' }`,
        responses: `'204': { description: Done }
        '400': { description: No such thing, ${json('NoThing')} }`,
        components: `parameters:
    Id: { name: id, in: path, required: true, schema: { type: integer } }
    Draft: { name: draft, in: query, schema: { type: boolean } }
  requestBodies: { Thing: { required: true, x-max-bytes: 10, ${json('Thing')} } }`,
        schemas: 'NoThing: { type: object, required: [error], properties: { error: { type: string, enum: [None] } } }',
      },
      `export interface HandleThingRequest {
  readonly path: { readonly "id": number };
  readonly query: { readonly "draft": boolean | undefined };
  readonly readBody: () => Promise<JsonBody<"name" | "size">>;
}`,
      "export type HandleThingRequest = NonNullable<paths['handleThing']['parameters']['path']> & NonNullable<paths['handleThing']['parameters']['query']> & { readonly body: Schemas['Thing'] };",
    ],
    [
      'a 304, which middleware sends, is neither of the handler nor of the client',
      {
        responses: `'200': { description: All, headers: { ETag: { required: true, schema: { type: string } } }, ${json('Thing')} }
        '304': { description: Same, x-set-by: middleware }`,
      },
      ' }) as const,\n  /** 500:',
      "  | ({ readonly status: 200; readonly requestId: string | null; } & (Schemas['Thing']))\n  | ({ readonly status: 500;",
    ],
    [
      'a parameter of the path that no check rejects',
      { path: 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]' },
      'readonly path: { readonly "id": number | undefined };',
      "export type HandleThingRequest = NonNullable<paths['handleThing']['parameters']['path']>;",
    ],
    [
      'headers called body, of a request and of an object',
      {
        operation: 'parameters: [{ name: body, in: header, schema: { type: string } }]',
        responses: `'200': { description: All, headers: { Body: { schema: { type: string } } }, ${json('Thing')} }`,
      },
      'readonly header: { readonly "body": string | undefined };',
      "  | ({ readonly status: 200; readonly requestId: string | null; readonly body?: string; } & (Schemas['Thing']))",
    ],
    [
      'parameters of which none is required',
      {
        operation: `parameters: [{ name: draft, in: query, schema: { type: boolean } },
        { name: X-Own, in: header, required: true, x-read-by: middleware, schema: { type: string } }]`,
      },
      'readonly query: { readonly "draft": boolean | undefined };',
      'handleThing(request?: HandleThingRequest, options?: CallOptions): Promise<HandleThingResult>;',
    ],
  ])('%s', (_title, given, service, client) => {
    const contract = contractOf(given);
    expect(renderOperations(contract, './openapi.ts')).toContain(service);
    expect(renderClient(contract)).toContain(client);
  });

  test('has an example, as people write it', () => {
    const contract = contractOf({
      method: 'post',
      path: 'parameters: [{ name: id, in: path, required: true, example: a, schema: { type: string } }]',
      operation: `requestBody:
        x-max-bytes: 10
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Thing' }
            example: { name: [a, 1], the-size: null }`,
    });
    expect(renderClient(contract)).toContain(
      "const result = await client.handleThing({ id: 'a', body: { name: ['a', 1], \"the-size\": null } });",
    );
  });

  test('a path may be a reference', () => {
    const contract = contractOf({});
    const { get } = contract.paths['/things'] ?? {};
    delete contract.paths['/things'];
    Object.assign(contract.paths, { '/objects': { $ref: '#/components/x-items/Thing' } });
    Object.assign(contract.components, { 'x-items': { Thing: { get } } });
    expect(operationsOf(contract)).toMatchObject([{ name: 'GET /objects', pointer: '#/paths/~1objects/get' }]);
  });

  test('is code that makes responses', async () => {
    const contract = contractOf({
      responses: `'200': { description: All, headers: { X-Last: { schema: { type: boolean } } }, ${json('Thing')} }`,
    });
    const { handleThingResponses } = (await generate(contract)) as unknown as {
      handleThingResponses: { thing: (body: object, headers?: object) => object };
    };
    const headers = { 'Content-Type': 'application/json' };
    expect(handleThingResponses.thing({ name: 'a' })).toEqual({ status: 200, headers, body: { name: 'a' } });
    expect(handleThingResponses.thing({ name: 'a', size: 1 }, { 'X-Last': false })).toEqual({
      status: 200,
      headers: { ...headers, 'X-Last': false },
      body: { name: 'a', size: 1 },
    });
  });
});

test('all checks may be of parameters', () => {
  const operation = `parameters: [{ name: a, in: query, schema: { type: string } }]
      x-checks: [{ name: a, status: 500, error: { $ref: '#/components/schemas/Failed' } }]`;
  expect(() => renderOperations(contractOf({ operation }), '')).not.toThrow();
});

test('a response may be text', () => {
  const text = "content: { text/plain: { schema: { $ref: '#/components/schemas/Other' } } }";
  expect(renderOperations(contractOf({ responses: `'200': { description: All, ${text} }` }), '')).toContain(
    'other: (body: Schemas["Other"]) =>\n    ({ status: 200, headers: { "Content-Type": "text/plain" }, body }) as const,',
  );
});

describe('headers that a page of another origin may read', () => {
  test('are those of operations that say more than the status', () => {
    const headers = `headers:
            Cache-Control: { schema: { type: string } }
            Content-Language: { schema: { type: string } }
            Content-Length: { schema: { type: integer } }
            Content-Type: { schema: { type: string } }
            Expires: { schema: { type: string } }
            Last-Modified: { schema: { type: string } }
            Pragma: { schema: { type: string } }
            X-Fixed: { required: true, schema: { type: string, enum: [v1] } }
            X-Mark: { schema: { type: string, enum: [v1] } }
            Location: { required: true, schema: { type: string } }`;
    const contract = contractOf({ responses: `'204':\n          description: Done\n          ${headers}` });
    expect(renderOperations(contract, '')).toContain('exposedHeaders = [\n  "Location",\n  "X-Mark"\n];');
  });
});

describe('what the service cannot express is an error that names its place', () => {
  const response = (content: string) => ({ responses: `'200': { description: All, ${content} }` });
  const header = (schema: string) => response(`headers: { X-A: { ${schema} } }, ${json('Thing')}`);

  test.each<[string, Given, string]>([
    [
      'a response that does not exist',
      { responses: "'200': { $ref: '#/components/responses/Gone' }" },
      `${place}/responses/200: there is no #/components/responses/Gone`,
    ],
    [
      'a body that does not exist',
      { operation: "requestBody: { $ref: '#/components/requestBodies/Gone' }" },
      `${place}/requestBody: there is no #/components/requestBodies/Gone`,
    ],
    [
      'a parameter that does not exist, of the path',
      { path: "parameters: [{ $ref: '#/components/parameters/Gone' }]" },
      '#/paths/~1things~1{id}/parameters/0: there is no #/components/parameters/Gone',
    ],
    [
      'a malformed parameter of the path',
      { path: 'parameters: [{ name: id, in: path, schema: { type: object } }]' },
      '#/paths/~1things~1{id}/parameters/0: path id must have a schema',
    ],
    [
      'two parameters with one name',
      {
        operation:
          'parameters: [{ name: a, in: query, schema: { type: string } }, { name: a, in: header, schema: { type: string } }]',
      },
      `${place}/parameters/1: header a has the name of another parameter`,
    ],
    [
      'a header that does not exist',
      response(`headers: { X-A: { $ref: '#/components/headers/Gone' } }, ${json('Thing')}`),
      `${place}/responses/200/headers/X-A: there is no #/components/headers/Gone`,
    ],
    [
      'a list in a header',
      header('schema: { type: array }'),
      `${place}/responses/200/headers/X-A: it must have a schema of type string, integer, number, boolean`,
    ],
    [
      'null in a header',
      header('schema: { type: string, nullable: true }'),
      `${place}/responses/200/headers/X-A: it has a schema with nullable`,
    ],
    [
      'a schema that does not exist',
      response(json('Gone')),
      `${place}/responses/200/content/application~1json/schema: there is no #/components/schemas/Gone`,
    ],
    [
      'a schema without a name',
      response('content: { application/json: { schema: { type: object } } }'),
      `${place}/responses/200/content/application~1json/schema: it must be a reference`,
    ],
    [
      'a number as JSON',
      { ...response(json('Count')), schemas: 'Count: { type: integer }' },
      `${place}/responses/200/content/application~1json/schema: Count must be an object or an array`,
    ],
    [
      'an object as text',
      response("content: { text/plain: { schema: { $ref: '#/components/schemas/Thing' } } }"),
      `${place}/responses/200/content/text~1plain/schema: Thing must be a string, since the body is text/plain`,
    ],
    [
      'two media types',
      response('content: { text/plain: {}, application/json: {} }'),
      `${place}/responses/200/content: there must be one media type`,
    ],
    [
      'no content',
      { responses: "'200': { description: All }" },
      `${place}/responses/200: only a 204 or a 304 can have no content`,
    ],
    [
      'a 204 with a body',
      { responses: `'204': { description: Done, ${json('Thing')} }` },
      `${place}/responses/204/content: a 204 has no body`,
    ],
    [
      'a default response',
      { responses: `default: { description: All, ${json('Thing')} }` },
      `${place}/responses/default: the status must be a number`,
    ],
    [
      'a schema whose name is no identifier',
      { schemas: 'the-thing: { type: object }' },
      '#/components/schemas/the-thing: the name must be an identifier',
    ],
    [
      'a member that does not exist',
      { schemas: "Odd: { type: object, properties: { a: { $ref: '#/components/schemas/Gone' } } }" },
      '#/components/schemas/Odd/properties/a: there is no #/components/schemas/Gone',
    ],
    [
      'items that do not exist',
      { schemas: "Odd: { type: array, items: { $ref: '#/components/schemas/Gone' } }" },
      '#/components/schemas/Odd/items: there is no #/components/schemas/Gone',
    ],
    [
      'another scheme',
      { operation: 'security: [{ cookieAuth: [] }]' },
      `${place}/security: it must be one scheme, bearerAuth, or none`,
    ],
  ])('%s', (_title, given, message) => {
    expect(() => renderOperations(contractOf(given), './openapi.ts')).toThrow(message);
  });

  test('an id that is no identifier, or of two operations', () => {
    const contract = contractOf({});
    const item = contract.paths['/things'];
    if (item?.get === undefined) throw new Error('There is no operation');
    item.post = { ...item.get };
    expect(() => renderOperations(contract, '')).toThrow(
      new Error('#/paths/~1things/post/operationId: handleThing is the id of another operation too'),
    );
    item.post.operationId = 'handle-thing';
    expect(() => renderOperations(contract, '')).toThrow('#/paths/~1things/post/operationId: it must be an identifier');
  });

  test('an enum that would have the name of the headers of a media type', () => {
    const page = "content: { text/pages: { schema: { $ref: '#/components/schemas/TextPage' } } }";
    const responses = `'200': { description: All, ${page} }\n        '201': { description: Some, ${page} }`;
    const schemas = 'TextPage: { type: string, enum: [a, b] }';
    expect(() => renderOperations(contractOf({ responses, schemas }), '')).toThrow(
      '#: the code would have two declarations of textPages',
    );
  });

  test.each<[string, Given, string[]]>([
    [
      'two responses',
      { responses: "'200': { description: All }\n        '201': { description: Some }" },
      [
        `${place}/responses/200: only a 204 or a 304 can have no content`,
        `${place}/responses/201: only a 204 or a 304 can have no content`,
      ],
    ],
    [
      'two schemas that differ in the case of a letter',
      { schemas: 'thing: { type: string }' },
      ['#/components/schemas/thing: the code cannot tell thing from Thing'],
    ],
    [
      'an object in a header',
      header('schema: { type: object }'),
      [`${place}/responses/200/headers/X-A: it must have a schema of type string, integer, number, boolean`],
    ],
  ])('every place is named at once, and once: %s', (_title, given, messages) => {
    expect(() => renderOperations(contractOf(given), '')).toThrow(new Error(messages.join('\n')));
  });

  test('the security of all operations is named once', () => {
    const contract = contractOf({ responses: `'401': { description: Nobody, ${json('Failed')} }` });
    contract.security = [{ cookieAuth: [] }];
    expect(() => renderOperations(contract, '')).toThrow(
      new Error('#/security: it must be one scheme, bearerAuth, or none'),
    );
  });
});

describe('what the client cannot express is an error that names its place', () => {
  const response = (schema: string, more = '') => ({
    responses: `'200': { description: All, ${json(schema)} ${more} }`,
  });

  test.each<[string, Given, string]>([
    [
      'a required header',
      { operation: 'parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]' },
      `${place}/parameters/0: the client cannot send the header If-Match, which is required`,
    ],
    [
      'a parameter called body',
      {
        operation: `parameters: [{ name: body, in: query, schema: { type: string } }]\n      requestBody: { x-max-bytes: 9, ${json('Thing')} }`,
      },
      `${place}/parameters/0: the client takes the body under this name`,
    ],
    [
      'a body whose schema has no name',
      {
        operation:
          'requestBody: { x-max-bytes: 9, content: { application/json: { schema: { type: object, properties: { a: {} } } } } }',
      },
      `${place}/requestBody: the client needs a reference`,
    ],
    [
      'text',
      {
        ...response('Other'),
        responses:
          "'200': { description: All, content: { text/plain: { schema: { $ref: '#/components/schemas/Other' } } } }",
      },
      `${place}/responses/200/content: the client reads JSON only`,
    ],
    [
      'a list or an object',
      {
        responses:
          "'200': { description: All, content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Things' }] } } } }",
        schemas: 'Things: { type: array, items: {} }',
      },
      `${place}/responses/200: the client cannot tell an array from an object`,
    ],
    [
      'a required member without a type',
      { ...response('Odd'), schemas: 'Odd: { type: object, required: [a], properties: { a: {} } }' },
      '#/components/schemas/Odd/properties/a: the client needs its type',
    ],
    [
      'a required member without a type that may be null',
      { ...response('Odd'), schemas: 'Odd: { type: object, required: [a], properties: { a: { nullable: true } } }' },
      '#/components/schemas/Odd/properties/a: the client needs its type',
    ],
    [
      'a required member that is not described',
      { ...response('Odd'), schemas: 'Odd: { type: object, required: [a], properties: {} }' },
      '#/components/schemas/Odd/properties/a: the client needs its type',
    ],
    [
      'a member that every result has',
      { ...response('Odd'), schemas: 'Odd: { type: object, properties: { status: { type: string } } }' },
      "#/components/schemas/Odd/properties/status: the client's results have a member status of their own",
    ],
    [
      'a member that says the id of the request',
      { ...response('Odd'), schemas: 'Odd: { type: object, properties: { requestId: { type: string } } }' },
      "#/components/schemas/Odd/properties/requestId: the client's results have a member requestId of their own",
    ],
    [
      'a member that the results of a retry have',
      { ...response('Odd'), schemas: 'Odd: { type: object, properties: { retried: { type: string } } }' },
      "#/components/schemas/Odd/properties/retried: the client's results have a member retried of their own",
    ],
    [
      'a header called body, beside a list',
      {
        ...response('Things', ', headers: { Body: { schema: { type: string } } }'),
        schemas: 'Things: { type: array, items: {} }',
      },
      `${place}/responses/200/headers/Body: the client's results have a member body already`,
    ],
    [
      'two headers that differ in a hyphen',
      response('Thing', ', headers: { X-AB: { schema: { type: string } }, X-A-B: { schema: { type: string } } }'),
      `${place}/responses/200/headers/X-A-B: the client's results have a member xAB already`,
    ],
    [
      'a header with the name of a member',
      response('Thing', ', headers: { Name: { schema: { type: string } } }'),
      `${place}/responses/200/headers/Name: the client's results have a member name already`,
    ],
  ])('%s', (_title, given, message) => {
    expect(() => renderClient(contractOf(given))).toThrow(message);
  });
});
