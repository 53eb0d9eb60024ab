import {
  bodySchemas,
  type Contract,
  fixedValue,
  mediaType,
  type Operation,
  operationsOf,
  parameterPatterns,
  type Response,
  refName,
  type Schema,
  schemaOf,
  splitTemplate,
} from './contract.ts';

/**
 * The typed handler signature, the replies and the limits of each operation.
 *
 * A reply is what a handler returns: status, headers and body of one documented response. What the contract fixes (an
 * enum of one: the error texts, most headers) is filled in; the rest is an argument, but for headers that something else sets
 * (`x-set-by`).
 *
 * @param typesModule the module with the contract's types
 * @throws Error that names the operation, where `x-checks` and the documented responses contradict each other.
 */
export function renderOperations(contract: Contract, typesModule: string): string {
  const operations = operationsOf(contract);
  for (const { operation } of operations) verifyChecks(operation);
  return [
    `import type { components } from '${typesModule}';`,
    "type Schemas = components['schemas'];",
    ...Object.entries(contract.components.schemas).flatMap(([name, schema]) => renderConstants(name, schema)),
    ...renderSubject(contract),
    ...operations.map(({ path, method, operation }) => renderOperation(contract, path, method, operation)),
    ...renderSharedReplies(contract),
    renderHandlers(operations.map(({ operation }) => operation)),
  ].join('\n\n');
}

/** Every refusal of `x-checks` is documented, and every documented refusal is some check's. */
function verifyChecks(operation: Operation): void {
  if (operation['x-checks'] === undefined) return;
  const documented = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => bodySchemas(response).map((schema) => `${status} ${schema}`));
  const checked = operation['x-checks']
    .flatMap((check) => [check, ...(check.otherwise ?? [])])
    .map(({ status, error }) => `${status} ${refName(error)}`);
  const missing = checked.filter((refusal) => !documented.includes(refusal));
  const unchecked = documented.filter((refusal) => !checked.includes(refusal));
  if (missing.length + unchecked.length > 0) {
    throw new Error(
      `${operation.operationId}: in x-checks but no response: ${missing.join(', ') || 'none'}; ` +
        `a response but in no check: ${unchecked.join(', ') || 'none'}`,
    );
  }
}

/** Enums as tuples, messages as functions of their placeholders. */
function renderConstants(name: string, schema: Schema): string[] {
  const messages = Object.values(schema.properties ?? {}).flatMap((property) =>
    'x-messages' in property && property['x-messages'] !== undefined ? [property['x-messages']] : [],
  );
  return [
    ...(schema.enum === undefined ? [] : [`export const ${camel(name)}s = ${literal(schema.enum)} as const;`]),
    ...messages.map((texts) => `export const ${camel(name)}Messages = {\n${renderMessages(texts)}\n} as const;`),
  ];
}

function renderMessages(messages: Record<string, string>): string {
  return Object.entries(messages)
    .map(([key, template]) => {
      const parts = splitTemplate(template);
      const names = [...new Set(parts.filter((_, index) => index % 2 === 1))];
      const text = parts.map((part, index) => (index % 2 === 1 ? `\${${part}}` : part)).join('');
      const parameters = `{ ${names.join(', ')} }: { ${names.map((name) => `${name}: string | number`).join('; ')} }`;
      return `  ${key}: (${parameters}) =>\n    \`${text}\` as const,`;
    })
    .join('\n');
}

function renderSubject(contract: Contract): string[] {
  return Object.entries(contract.components.securitySchemes ?? {}).flatMap(([name, scheme]) =>
    scheme['x-subject'] === undefined
      ? []
      : [
          `/** Limits of the player's id, in characters. */\nexport const ${name}Subject = ${literal(scheme['x-subject'])} as const;`,
        ],
  );
}

function renderOperation(contract: Contract, path: string, method: string, operation: Operation): string {
  const id = operation.operationId;
  const responses = Object.entries(operation.responses);
  const constants = {
    id,
    path,
    method: method.toUpperCase(),
    ...(operation.requestBody?.['x-max-bytes'] && { maxBodyBytes: operation.requestBody['x-max-bytes'] }),
    ...(operation['x-cooldown'] && { cooldown: operation['x-cooldown'] }),
    ...(operation['x-time-limit'] && { timeLimit: operation['x-time-limit'] }),
    ...(operation['x-checks'] && {
      checks: operation['x-checks'].map(({ name, status, error }) => ({ name, status, reply: camel(refName(error)) })),
    }),
  };
  return [
    `/** ${operation.summary}: its place, limits and checks. */\nexport const ${id}Operation = ${literal(constants)} as const;`,
    `export type ${pascal(id)}Reply =\n${responses.flatMap(([status, response]) => replyTypes(contract, status, response)).join('\n')};`,
    renderReplies(contract, `${id}Replies`, responses),
    ...renderPatterns(contract, operation),
  ].join('\n\n');
}

/** The patterns that the parameters and the members of the body of a request must match. */
function renderPatterns(contract: Contract, operation: Operation): string[] {
  const body = operation.requestBody?.content['application/json']?.schema;
  const members = Object.entries((body && contract.components.schemas[refName(body)]?.properties) ?? {});
  const memberPatterns = members.flatMap(([name, schema]) =>
    'pattern' in schema ? [[name, schema.pattern] as const] : [],
  );
  const patterns = [...parameterPatterns(contract, operation), ...memberPatterns].map(
    ([name, pattern]) => `  ${literal(name)}: new RegExp(${literal(pattern)}),`,
  );
  return patterns.length === 0
    ? []
    : [`export const ${operation.operationId}Patterns = {\n${patterns.join('\n')}\n} as const;`];
}

/** The replies that belong to no operation. */
function renderSharedReplies(contract: Contract): string[] {
  if (contract.components.responses === undefined) return [];
  const responses = Object.entries(contract.components.responses).map(([name, response]): [string, Response] => {
    if (response['x-status'] === undefined) throw new Error(`components/responses/${name} has no x-status`);
    return [String(response['x-status']), response];
  });
  return [renderReplies(contract, 'sharedReplies', responses)];
}

function renderReplies(contract: Contract, name: string, responses: [string, Response][]): string {
  const replies = responses.flatMap(([status, response]) =>
    bodySchemas(response).map((schema) => renderReply(contract, status, response, schema)),
  );
  return `export const ${name} = {\n${replies.join('\n')}\n} as const;`;
}

function renderReply(contract: Contract, status: string, response: Response, schema: string): string {
  const properties = contract.components.schemas[schema]?.properties;
  if (properties === undefined) return renderTextReply(contract, status, response, schema);
  const freeBody = Object.keys(properties).filter((key) => fixedValue(properties[key]) === undefined);
  const fixedBody = Object.keys(properties).filter((key) => fixedValue(properties[key]) !== undefined);
  const headers = headersOf(contract, response);
  const freeHeaders = headers.filter(({ fixed }) => fixed === undefined);

  const body = [
    ...fixedBody.map((key) => `${key}: ${literal(fixedValue(properties[key]))}`),
    ...freeBody.map((key) => `${key}: body.${key}`),
  ].join(', ');
  const headerList = [
    ...headers.flatMap(({ name, fixed }) => (fixed === undefined ? [] : [`${literal(name)}: ${literal(fixed)}`])),
    ...freeHeaders.map(({ name }) => `${literal(name)}: headers[${literal(name)}]`),
  ].join(', ');
  const parameters = [
    ...(freeBody.length > 0 ? [`body: Pick<Schemas[${literal(schema)}], ${freeBody.map(literal).join(' | ')}>`] : []),
    ...(freeHeaders.length > 0
      ? [`headers: { readonly ${freeHeaders.map(({ name, type }) => `${literal(name)}: ${type}`).join('; ')} }`]
      : []),
  ].join(', ');
  const reply = `{ status: ${status}, headers: { ${headerList} }, body: { ${body} } }`;
  const comment = renderComment(
    status,
    response.content[mediaType(response)]?.examples?.[schema]?.summary ?? response.description,
  );
  return parameters === ''
    ? `${comment}  ${camel(schema)}: ${reply},`
    : `${comment}  ${camel(schema)}: (${parameters}) =>\n    (${reply}) as const,`;
}

/** A reply that is text, not an object: whoever answers writes all of it. */
function renderTextReply(contract: Contract, status: string, response: Response, schema: string): string {
  const headers = headersOf(contract, response).map(({ name, fixed }) => {
    if (fixed === undefined) throw new Error(`The header ${name} of "${response.description}" has no fixed value`);
    return `${literal(name)}: ${literal(fixed)}`;
  });
  return `${renderComment(status, response.description)}  ${camel(schema)}: (body: Schemas[${literal(schema)}]) =>\n    ({ status: ${status}, headers: { ${headers.join(', ')} }, body }) as const,`;
}

function renderComment(status: string, description: string): string {
  return `  /** ${status}: ${description.trim().replace(/\s+/g, ' ')} */\n`;
}

function replyTypes(contract: Contract, status: string, response: Response): string[] {
  const headers = headersOf(contract, response)
    .map(({ name, fixed, type }) => `${literal(name)}: ${fixed === undefined ? type : literal(fixed)}`)
    .join('; ');
  return bodySchemas(response).map(
    (schema) =>
      `  | { readonly status: ${status}; readonly headers: { readonly ${headers} }; readonly body: Schemas[${literal(schema)}] }`,
  );
}

function headersOf(contract: Contract, response: Response) {
  const type = mediaType(response);
  // What is JSON is sent as JSON anyway.
  const contentType = type === 'application/json' ? [] : [{ name: 'Content-Type', fixed: type, type: 'string' }];
  const headers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const header = contract.components.headers[refName(ref)];
    const schema = schemaOf(contract, header?.schema);
    if (schema === undefined) throw new Error(`The header ${name} refers to ${ref.$ref}, which does not exist`);
    if (header?.['x-set-by'] !== undefined) return [];
    return [{ name, fixed: fixedValue(schema), type: schema.type === 'integer' ? 'number' : 'string' }];
  });
  return [...contentType, ...headers];
}

function renderHandlers(operations: Operation[]): string {
  const handlers = operations.map(
    ({ operationId, summary }) =>
      `  /** ${summary} */\n  ${operationId}(context: Context): Promise<${pascal(operationId)}Reply>;`,
  );
  return `/** What implements the contract: one handler an operation, each returning one of its documented replies. */\nexport interface Handlers<Context> {\n${handlers.join('\n')}\n}\n`;
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined);
}

function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
