import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'yaml';
import type { Contract } from '../../contract/document/types.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import type { FallbackResponses, Handler } from '../../src/api/operation-handler.ts';
import type { ApiResponse } from '../../src/api/response.ts';
import { edited } from './contract-edits.ts';

/** A contract with what the service's own lacks: parameters in all places, of all types, and a path with several operations. */
const source = `
openapi: 3.0.3
info: { title: Shelves, version: 1.0.0 }
security: [{ bearerAuth: [] }]
paths:
  /shelves/{shelf}/items:
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: integer, minimum: 1 } }
    get:
      operationId: listItems
      summary: List items
      x-checks:
        - { name: authenticated, status: 401, error: { $ref: '#/components/schemas/Unauthorized' } }
        - { name: shelf, status: 400, error: { $ref: '#/components/schemas/InvalidShelf' } }
        - { name: since, status: 400, error: { $ref: '#/components/schemas/InvalidSince' } }
        - { name: limit, status: 400, error: { $ref: '#/components/schemas/InvalidLimit' } }
        - { name: X-Version, status: 400, error: { $ref: '#/components/schemas/InvalidVersion' } }
        - { name: listed, status: 500, error: { $ref: '#/components/schemas/ListFailed' } }
      parameters:
        - $ref: '#/components/parameters/Since'
        - { name: limit, in: query, schema: { $ref: '#/components/schemas/Limit' } }
        - { name: ratio, in: query, schema: { type: number } }
        - { name: archived, in: query, schema: { type: boolean } }
        - { name: order, in: query, schema: { type: string, enum: [asc, desc] } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Version, in: header, schema: { type: integer } }
        - { name: X-Trace, in: header, schema: { type: string, pattern: '^[a-z]+$' } }
        - { name: X-Request-Id, in: header, x-read-by: middleware, schema: { type: string } }
      responses:
        '200': { description: The request, content: { application/json: { schema: { $ref: '#/components/schemas/Asked' } } } }
        '400':
          description: A parameter is malformed
          content:
            application/json:
              schema:
                oneOf:
                  - $ref: '#/components/schemas/InvalidShelf'
                  - $ref: '#/components/schemas/InvalidSince'
                  - $ref: '#/components/schemas/InvalidLimit'
                  - $ref: '#/components/schemas/InvalidVersion'
        '401': { description: Nobody, content: { application/json: { schema: { $ref: '#/components/schemas/Unauthorized' } } } }
        '500': { description: Failed, content: { application/json: { schema: { $ref: '#/components/schemas/ListFailed' } } } }
    post:
      operationId: addItem
      summary: Add an item
      security: []
      x-checks:
        - { name: shelf, status: 400, error: { $ref: '#/components/schemas/InvalidShelf' } }
        - { name: added, status: 500, error: { $ref: '#/components/schemas/AddFailed' } }
      requestBody:
        x-max-bytes: 100
        content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }
      responses:
        '200': { description: The request, content: { application/json: { schema: { $ref: '#/components/schemas/Asked' } } } }
        '400': { description: Malformed, content: { application/json: { schema: { $ref: '#/components/schemas/InvalidShelf' } } } }
        '500': { description: Failed, content: { application/json: { schema: { $ref: '#/components/schemas/AddFailed' } } } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
  parameters:
    Since: { name: since, in: query, required: true, schema: { type: string, format: date } }
  schemas:
    Limit: { type: integer, minimum: 1, maximum: 100 }
    Item: { type: object, properties: { title: { type: string }, pages: { type: integer } } }
    Asked: { type: object, properties: { request: { type: object } } }
    Unauthorized: { type: object, required: [error], properties: { error: { type: string, enum: [Nobody] } } }
    InvalidShelf: { type: object, required: [error], properties: { error: { type: string, enum: [No such shelf] } } }
    InvalidSince: { type: object, required: [error], properties: { error: { type: string, enum: [No such date] } } }
    InvalidLimit: { type: object, required: [error], properties: { error: { type: string, enum: [No such limit] } } }
    InvalidVersion: { type: object, required: [error], properties: { error: { type: string, enum: [No such version] } } }
    ListFailed: { type: object, required: [error], properties: { error: { type: string, enum: [Not listed] } } }
    AddFailed: { type: object, required: [error], properties: { error: { type: string, enum: [Not added] } } }
`;

export function madeUpContract(): Contract {
  return parse(source);
}

/** Edits of the contract above: a viewer may list items; an editor may also add them, with a body of the right type. */
const roles = `
set:
  components securitySchemes bearerAuth x-roles:
    viewer: { description: Sees the items. }
    editor: { description: Changes the items., includes: [viewer] }
  NotAllowed: { type: object, required: [error], properties: { error: { type: string, enum: [Not you] } } }
  get x-role: viewer
  get responses 403: { description: No role, content: { application/json: { schema: { $ref: '#/components/schemas/NotAllowed' } } } }
  get x-checks:
    - { name: authenticated, status: 401, error: { $ref: '#/components/schemas/Unauthorized' } }
    - { name: allowed, status: 403, error: { $ref: '#/components/schemas/NotAllowed' } }
    - { name: shelf, status: 400, error: { $ref: '#/components/schemas/InvalidShelf' } }
    - { name: since, status: 400, error: { $ref: '#/components/schemas/InvalidSince' } }
    - { name: limit, status: 400, error: { $ref: '#/components/schemas/InvalidLimit' } }
    - { name: X-Version, status: 400, error: { $ref: '#/components/schemas/InvalidVersion' } }
    - { name: listed, status: 500, error: { $ref: '#/components/schemas/ListFailed' } }
  post x-role: editor
  post x-checks:
    - { name: authenticated, status: 401, error: { $ref: '#/components/schemas/Unauthorized' } }
    - { name: allowed, status: 403, error: { $ref: '#/components/schemas/NotAllowed' } }
    - { name: shelf, status: 400, error: { $ref: '#/components/schemas/InvalidShelf' } }
    - { name: added, status: 500, error: { $ref: '#/components/schemas/AddFailed' } }
  post requestBody x-media-type: required
copy: { get responses 401: post responses 401, get responses 403: post responses 403 }
remove: [post security]
`;

export function contractWithRoles(): Contract {
  const items = 'paths /shelves/{shelf}/items';
  return edited(madeUpContract(), parse(roles), { get: `${items} get`, post: `${items} post` });
}

/** The code that `npm run codegen` would generate from a contract, without its types. */
export async function generate(contract: Contract): Promise<{ fallbackResponses: Record<string, FallbackResponses> }> {
  const code = stripTypeScriptTypes(renderOperations(contract, './openapi.ts'));
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Handlers that return their request. */
export const echo: Record<'listItems' | 'addItem', Handler> = {
  listItems: async (request) => asked(request),
  addItem: async (request) => asked({ ...request, body: await request.readBody?.() }),
};

function asked(request: object): ApiResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: { request } };
}
