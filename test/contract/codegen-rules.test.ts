import { describe, expect, test } from '@jest/globals';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { api } from '../support/generated.ts';
import { generate, madeUpContract } from '../support/made-up-contract.ts';

const render = (contract: object) => renderOperations(contract as never, './openapi.ts');

/** The made-up contract as an edit leaves it. */
// biome-ignore lint/suspicious/noExplicitAny: an edit may make the contract what its type does not allow
function edited(edit: (get: any, contract: any) => void): object {
  const contract = madeUpContract();
  contract.components.headers = {};
  edit(contract.paths['/shelves/{shelf}/items']?.['get'], contract);
  return contract;
}

const [get, post] = ['get', 'post'].map((method) => `#/paths/~1shelves~1{shelf}~1items/${method}`);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ description: name, content: { 'application/json': { schema: ref(name) } } });

describe('codegen rejects a contradiction, or what it cannot express, and names the place', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  test.each<[string, (get: any, contract: any) => void, string]>([
    [
      'rejections without a check',
      (get) => {
        get.responses['403'] = json('InvalidSince');
        get.responses['409'] = json('InvalidLimit');
      },
      `${get}/x-checks: in x-checks but not in responses: none; in responses but not in x-checks: 403 InvalidSince, 409 InvalidLimit`,
    ],
    [
      'checks without a response',
      (get) => {
        get['x-checks'][4].otherwise = [
          { when: 'first', status: 403, error: ref('InvalidSince') },
          { when: 'second', status: 409, error: ref('InvalidLimit') },
        ];
      },
      `${get}/x-checks: in x-checks but not in responses: 403 InvalidSince, 409 InvalidLimit; in responses but not in x-checks: none`,
    ],
    [
      'one of each',
      (get) => {
        get.responses['403'] = json('InvalidSince');
        get['x-checks'][1].otherwise = [{ when: 'first', status: 409, error: ref('InvalidLimit') }];
      },
      `${get}/x-checks: in x-checks but not in responses: 409 InvalidLimit; in responses but not in x-checks: 403 InvalidSince`,
    ],
    [
      'a response to no operation without its status',
      (_get, { components }) => {
        components.responses = { Gone: json('Unauthorized') };
      },
      '#/components/responses/Gone: it has neither x-status nor an operation',
    ],
    [
      'a header that does not exist',
      (get) => {
        get.responses['200'].headers = { 'X-Gone': { $ref: '#/components/headers/Gone' } };
      },
      `${get}/responses/200/headers/X-Gone: there is no #/components/headers/Gone`,
    ],
    [
      'two schemes that must both be satisfied',
      (get) => {
        get.security = [{ bearerAuth: [], other: [] }];
      },
      `${get}/security: it must be one scheme, bearerAuth, or none`,
    ],
    ...['oneOf', 'anyOf', 'allOf'].map((key): [string, (get: { parameters: object[] }) => void, string] => [
      `a parameter with ${key}`,
      (get) => get.parameters.push({ name: 'x', in: 'query', schema: { type: 'string', [key]: [] } }),
      `${get}/parameters/9: query x has a schema with ${key}, which the generated code does not support`,
    ]),
    [
      'a body that is no JSON',
      (_get, { paths }) => {
        const { requestBody } = paths['/shelves/{shelf}/items'].post;
        requestBody.content = { 'text/plain': requestBody.content['application/json'] };
      },
      `${post}/requestBody: it must be a JSON object with properties`,
    ],
    [
      'a body without properties',
      (_get, { components }) => {
        delete components.schemas.Item.properties;
      },
      `${post}/requestBody: it must be a JSON object with properties`,
    ],
  ])('%s', (_title, edit, message) => {
    expect(() => render(edited(edit))).toThrow(message);
  });

  // biome-ignore lint/suspicious/noExplicitAny: as above
  test.each<[string, (get: any, contract: any) => void]>([
    [
      'has a free header',
      (get, { components }) => {
        components.headers.Free = { schema: { type: 'string' } };
        get.responses['500'].headers = { 'X-Free': { $ref: '#/components/headers/Free' } };
      },
    ],
    [
      'has a free member beside a fixed one',
      (_get, { components }) => {
        components.schemas.ListFailed.properties.detail = { type: 'string' };
      },
    ],
    [
      'has no members',
      (_get, { components }) => {
        components.schemas.ListFailed.properties = {};
      },
    ],
    [
      'is one of several',
      (get, { components }) => {
        components.schemas.Other = { ...components.schemas.ListFailed };
        get.responses['500'].content['application/json'].schema = { oneOf: [ref('ListFailed'), ref('Other')] };
        get['x-checks'][5].otherwise = [{ when: 'other', status: 500, error: ref('Other') }];
      },
    ],
  ])('a 500 that %s', (_title, edit) => {
    const message = `${get}/responses/500: it is returned without the handler, so the contract must fix all of it`;
    expect(() => render(edited(edit))).toThrow(message);
  });
});

describe('the operations', () => {
  test('have the rejections of malformed parameters, in the order of x-checks', () => {
    expect(render(madeUpContract())).toContain(`export const fallbackResponses = {
  listItems: {
    unauthorized: listItemsResponses.unauthorized,
    failed: listItemsResponses.listFailed,
    malformed: {
      "shelf": listItemsResponses.invalidShelf,
      "since": listItemsResponses.invalidSince,
      "limit": listItemsResponses.invalidLimit,
      "X-Version": listItemsResponses.invalidVersion,
    },
  },
  addItem: {
    failed: addItemResponses.addFailed,
    malformed: {
      "shelf": addItemResponses.invalidShelf,
    },
  },
} as const;`);
  });

  test('may have parameters that are documented in all ways, extensions included', () => {
    const documented = { description: 'a', example: 'a', examples: {}, deprecated: true, 'x-own': 1 };
    const contract = edited((get) => {
      get.parameters.push({ name: 'x', in: 'query', schema: { type: 'string' }, ...documented });
    });
    expect(render(contract)).toContain('readonly "x": string | undefined');
  });

  test('have the type of a JSON body where one of them has a body, and not where none has', () => {
    expect(render(madeUpContract())).toContain('export type JsonBody<');
    const contract = edited((_get, { paths }) => {
      delete paths['/shelves/{shelf}/items'].post;
    });
    expect(render(contract)).not.toContain('JsonBody');
  });

  test('have responses with several free headers, and comments in one line', () => {
    const contract = edited((get, { components }) => {
      components.headers = {
        Text: { required: true, schema: { type: 'string' } },
        Count: { required: true, schema: { type: 'integer' } },
      };
      get.responses['200'].content['application/json'].examples = { Other: { summary: 'Of another schema' } };
      get.responses['200'].description = 'All  that\n\n  was asked ';
      get.responses['200'].headers = {
        'X-Text': { $ref: '#/components/headers/Text' },
        'X-Count': { $ref: '#/components/headers/Count' },
      };
    });
    const rendered = render(contract);
    expect(rendered).toContain('  /** 200: All that was asked */\n  asked: (body: ');
    expect(rendered).toMatch(/headers: \{ readonly "X-Text": string; readonly "X-Count": number \}\) =>/);
    expect(rendered).toContain('"X-Text": headers["X-Text"], "X-Count": headers["X-Count"]');
  });

  test('are code that runs', async () => {
    expect(Object.keys(await generate(madeUpContract()))).toEqual([
      'addItemOperation',
      'addItemResponses',
      'fallbackResponses',
      'listItemsOperation',
      'listItemsPatterns',
      'listItemsResponses',
      'operations',
    ]);
  });

  test('need nobody where the contract has no security', () => {
    const contract = edited((_get, contract) => {
      delete contract.security;
    });
    const rendered = render(contract);
    expect(rendered).not.toContain('userId');
    expect(rendered).not.toContain('unauthorized: listItemsResponses');
  });

  test('may have no checks, and a scheme without limits for its subject', () => {
    const contract = edited((get, { paths }) => {
      delete get['x-checks'];
      get.parameters = [];
      delete paths['/shelves/{shelf}/items'];
      paths['/items'] = { get };
    });
    const rendered = render(contract);
    expect(rendered).not.toContain('Subject');
    expect(rendered).toContain(`    failed: listItemsResponses.listFailed,\n    malformed: {},`);
  });
});

describe('the client', () => {
  test('takes the parameters of path and query, and the headers that say more than the status', () => {
    const contract = edited((get, { components, paths }) => {
      components.headers = {
        Count: { required: true, schema: { type: 'integer' } },
        Fixed: { required: true, schema: { type: 'integer', enum: [1] } },
        Text: { schema: { type: 'string' } },
      };
      components.schemas.Asked.properties = { error: { type: 'string' } };
      components.schemas.Asked.required = ['error'];
      get.responses['200'].headers = {
        'X-Item-Count': { $ref: '#/components/headers/Count' },
        Age: { $ref: '#/components/headers/Count' },
        'X-Fixed': { $ref: '#/components/headers/Fixed' },
        'X-Text': { $ref: '#/components/headers/Text' },
      };
      delete paths['/shelves/{shelf}/items'].post;
    });
    const rendered = renderClient(contract as never);
    expect(rendered).toContain(
      "export type ListItemsRequest = NonNullable<paths['listItems']['parameters']['path']> & NonNullable<paths['listItems']['parameters']['query']>;",
    );
    expect(rendered).toContain("takes: 'parameters'");
    expect(rendered).toContain(
      "  | ({ readonly status: 200; readonly requestId: string | null; readonly xItemCount: number; readonly age: number; readonly xText?: string; } & (Schemas['Asked']))",
    );
    expect(rendered).toContain(
      '"headers":{"X-Item-Count":{"member":"xItemCount","type":"number","required":true},"Age":{"member":"age","type":"number","required":true},"X-Text":{"member":"xText","type":"string","required":false}}',
    );
  });

  test.each([
    ['no type', {}],
    ['an unknown type', { type: 'date' }],
    ['a reference to nothing', { $ref: '#/components/schemas/Nothing' }],
  ])('rejects a required member of a body with %s, because it could not check it', (_title, schema) => {
    const contract = structuredClone(api.contract);
    const { properties = {}, required = [] } = contract.components.schemas['InvalidVerse'] ?? {};
    Object.assign(properties, { chapters: schema });
    required.push('chapters');
    expect(() => renderClient(contract)).toThrow(
      '#/components/schemas/InvalidVerse/properties/chapters: the client needs its type',
    );
  });
});
