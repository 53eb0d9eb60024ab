import { operationsOf, type PlacedOperation } from '../../contract/document/operations.ts';
import { refName } from '../../contract/document/references.ts';
import { bodySchemas, contentOf, mediaType } from '../../contract/document/responses.ts';
import { fixedValue, schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Operation, Response, Schema } from '../../contract/document/types.ts';
import { freeHeaders, placesOf, takenBy, typeInJavaScript } from './client-members.ts';
import { camel, comment, literal, objectKey, pascal, regExp } from './names.ts';
import { handlerResponses } from './responses.ts';

/** The modules from which the code takes its types. */
export interface ClientModules {
  /** That of the options of a call. */
  readonly options: string;
  /** That of the contract's types. */
  readonly types: string;
}

/**
 * What the client needs to know of each operation: a typed method, where it is, what it takes, and
 * the union of its results. A result is a documented response with its body's members, or its text,
 * and what its headers say, told apart by status. Beside them, the error texts.
 */
export function renderClient(contract: Contract, { options, types }: ClientModules): string {
  const operations = operationsOf(contract);
  const isKeyed = operations.some(({ operation }) => keyPattern(operation) !== undefined);
  return [
    `import type { CallOptions${isKeyed ? ', KeyedCallOptions' : ''} } from '${options}';\nimport type { components, operations as paths } from '${types}';`,
    "type Schemas = components['schemas'];",
    ...operations.flatMap(renderTypes),
    `export interface Operations {\n${operations.map(({ operation }) => renderMethod(operation)).join('\n')}\n}`,
    `export const operations = {\n${operations.map((operation) => renderOperation(contract, operation)).join('\n')}\n} as const;`,
    `${renderErrors(contract)}\n`,
  ].join('\n\n');
}

function renderTypes(placed: PlacedOperation): string[] {
  const { operationId: id } = placed.operation;
  const request = requestType(placed.operation);
  const mayDiffer = mayDifferOnRetry(placed);
  const retried = mayDiffer ? ' readonly retried?: true;' : '';
  const results = handlerResponses(placed.operation).map(
    ([status, response]) => `  | (${renderResult(response, status, retried)})`,
  );
  const meaning = mayDiffer ? ' With `retried`, an earlier attempt failed, but may have done the work.' : '';
  return [
    ...(request === undefined ? [] : [`/** What ${id} takes. */\nexport type ${pascal(id)}Request = ${request};`]),
    `/** What ${id} can return: switch over \`status\`.${meaning} */\nexport type ${pascal(id)}Result =\n${results.join('\n')};`,
  ];
}

function renderMethod(operation: Operation): string {
  const { operationId: id, summary, deprecated } = operation;
  const type = requestType(operation);
  const request = type === undefined ? '' : `request${isRequestRequired(operation) ? '' : '?'}: ${pascal(id)}Request, `;
  const options = keyPattern(operation) === undefined ? 'CallOptions' : 'KeyedCallOptions';
  const tags = [...exampleOf(operation), ...(deprecated ? ['@deprecated'] : [])];
  return `  ${comment(summary, ...tags)}\n  ${id}(${request}options?: ${options}): Promise<${pascal(id)}Result>;`;
}

/** How a program calls the method, with the contract's examples. */
function exampleOf(operation: Operation): string[] {
  const { operationId: id, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json'];
  const members: [string, unknown][] = [
    ...parameters.flatMap(({ name, in: place, example }): [string, unknown][] =>
      place === 'header' ? [] : [[name, example]],
    ),
    ...(body === undefined ? [] : [['body', body.example] as [string, unknown]]),
  ];
  const takes = takenBy(operation);
  const request = takes === 'body' ? body?.example : Object.fromEntries(members);
  return [
    '@example',
    '```ts',
    ...`const result = await client.${id}(${takes === undefined ? '' : inSource(request)});`.split('\n'),
    '```',
  ];
}

/** A value as people write it: `{ bookId: 'JHN', chapter: 3 }`, a long one with a line a member. */
function inSource(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => inSource(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value).replace(/^"([^"'\\]*)"$/, "'$1'");
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${objectKey(name)}: ${inSource(member, `${indent}  `)}`,
  );
  const line = `{ ${members.join(', ')} }`;
  if (line.length <= 50 || (indent !== '' && line.length <= 80)) return line;
  return `{\n${members.map((member) => `${indent}  ${member},\n`).join('')}${indent}}`;
}

function renderOperation(contract: Contract, { path, method, operation }: PlacedOperation): string {
  const key = keyPattern(operation);
  const checks = handlerResponses(operation).map(
    ([status, response]) => [status, JSON.stringify(checksOf(contract, response))] as const,
  );
  const errors = checks.filter(([, check]) => check === onlyError).map(([status]) => status);
  const responses = checks.filter(([, check]) => check !== onlyError);
  const takes = takenBy(operation);
  const cooldown = operation['x-cooldown'];
  return [
    `  ${operation.operationId}: {`,
    `    method: '${method.toUpperCase()}',`,
    `    path: ${literal(path)},`,
    ...(takes === undefined ? [] : [`    takes: '${takes}',`]),
    ...(operation.security.length > 0 ? [] : ['    isPublic: true,']),
    ...(key === undefined ? [] : [`    key: ${regExp(key)},`]),
    ...(cooldown === undefined ? [] : [`    cooldown: ${Temporal.Duration.from(cooldown).total('milliseconds')},`]),
    `    errors: [${errors.join(', ')}],`,
    `    responses: {\n${responses.map(([status, check]) => `      ${status}: ${check},`).join('\n')}\n    },`,
    '  },',
  ].join('\n');
}

/** The error texts that the contract fixes, by their schemas: nobody need compare English. */
function renderErrors(contract: Contract): string {
  const texts = Object.entries(schemasOf(contract)).flatMap(([name, { properties = {} }]) => {
    const text = fixedValue(properties['error']);
    return text === undefined ? [] : [`  ${camel(name)}: ${literal(text)},`];
  });
  return `/** The texts that \`error\` can have, by name. */\nexport const errors = {\n${texts.join('\n')}\n} as const;`;
}

function keyPattern({ parameters }: Operation): string | undefined {
  return parameters.find(({ name }) => name === 'Idempotency-Key')?.schema.pattern;
}

/**
 * The members of the body; or the parameters of path and query, with the body as a member;
 * undefined if the operation takes nothing.
 */
function requestType(operation: Operation): string | undefined {
  const { operationId: id, requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema && `Schemas['${refName(schema)}']`;
  const parameters = placesOf(operation).map((place) => `NonNullable<paths['${id}']['parameters']['${place}']>`);
  if (body === undefined) return parameters.join(' & ') || undefined;
  if (parameters.length === 0) return body;
  return [...parameters, `{ readonly body: ${body} }`].join(' & ');
}

function isRequestRequired({ parameters, requestBody }: Operation): boolean {
  const ofCaller = parameters.filter((parameter) => parameter.in !== 'header');
  return requestBody !== undefined || ofCaller.some(({ required }) => required);
}

/**
 * Whether a retry can get another response than the one that was lost: 404 after the 204 of a
 * DELETE. With a key, the service repeats it.
 */
function mayDifferOnRetry({ method, operation }: PlacedOperation): boolean {
  return ['put', 'delete'].includes(method) && keyPattern(operation) === undefined;
}

function renderResult(response: Response, status: string, retried: string): string {
  const headers = freeHeaders(response).map(({ member, type }) => ` readonly ${member}: ${type};`);
  const types = isText(response)
    ? ['{ readonly text: string }']
    : bodySchemas(response).map((schema) => `Schemas['${schema}']`);
  const members = types.length === 0 ? '' : ` & (${types.join(' | ')})`;
  return `{ readonly status: ${status}; readonly requestId: string | null;${retried}${headers.join('')} }${members}`;
}

/** What the client checks of most rejections. It has one entry for all of them. */
const onlyError = JSON.stringify({ members: { error: 'string' } });

/**
 * What the client checks of a response: the required members of its body, and the members of the
 * result that its headers become.
 */
function checksOf(contract: Contract, response: Response) {
  const headers = freeHeaders(response).map(({ name, ...header }) => [name, header]);
  return {
    ...(contentOf(response) && (isText(response) ? { isText: true } : { members: sharedMembers(contract, response) })),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

/** Whether the body is a text, not JSON. */
function isText(response: Response): boolean {
  return !['', 'application/json'].includes(mediaType(response));
}

/** The members that every body of a response must have, with their types in JavaScript. */
function sharedMembers(contract: Contract, response: Response): Record<string, string> {
  const schemas = schemasOf(contract);
  const [first = {}, ...others] = bodySchemas(response).map((name) => requiredMembers(schemas[name] as Schema));
  return Object.fromEntries(
    Object.entries(first).filter(([member, type]) => others.every((body) => body[member] === type)),
  );
}

function requiredMembers({ properties = {}, required = [] }: Schema): Record<string, string> {
  return Object.fromEntries(required.map((member) => [member, typeInJavaScript(properties[member] as Schema)]));
}
