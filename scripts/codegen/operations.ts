import {
  bodySchemas,
  type Contract,
  dereference,
  type Operation,
  operationsOf,
  type Ref,
  refName,
  type Schema,
  splitTemplate,
} from '../../contract/document.ts';
import { camel, literal, pascal } from './names.ts';
import { handlerParameters, hasRequest, jsonBodyType, renderRequest } from './requests.ts';
import { renderFallbackResponses, renderResponses, renderSharedResponses, responseTypes } from './responses.ts';

/**
 * The typed handler signature, the request, the responses and the limits of each operation.
 *
 * @param typesModule the module with the contract's types
 * @throws Error that names the operation, where `x-checks` and the documented responses contradict each other, or where the generated code
 *   cannot express the contract
 */
export function renderOperations(contract: Contract, typesModule: string): string {
  const operations = operationsOf(contract);
  for (const { method, operation } of operations) {
    if (method === 'head')
      throw new Error(`${operation.operationId}: HEAD comes with GET and cannot be an operation of its own`);
    verifyChecks(operation);
  }
  return [
    `import type { components } from '${typesModule}';`,
    "type Schemas = components['schemas'];",
    ...Object.entries(contract.components.schemas).flatMap(([name, schema]) => renderConstants(name, schema)),
    ...renderSubject(contract),
    ...(operations.some(({ operation }) => operation.requestBody !== undefined) ? [jsonBodyType] : []),
    ...operations.map(({ path, method, operation }) => renderOperation(contract, path, method, operation)),
    `/** Every operation. */\nexport const operations = [${operations.map(({ operation }) => `${operation.operationId}Operation`).join(', ')}] as const;`,
    ...renderMiddlewarePatterns(contract),
    ...renderSharedResponses(contract),
    renderFallbackResponses(
      contract,
      operations.map(({ operation }) => operation),
    ),
    renderHandlers(
      contract,
      operations.map(({ operation }) => operation),
    ),
  ].join('\n\n');
}

/** Checks that every rejection in `x-checks` is a documented response, and every documented rejection is in `x-checks`. */
function verifyChecks(operation: Operation): void {
  if (operation['x-checks'] === undefined) return;
  const documented = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => bodySchemas(response).map((schema) => `${status} ${schema}`));
  const checked = operation['x-checks']
    .flatMap((check) => [check, ...(check.otherwise ?? [])])
    .map(({ status, error }) => `${status} ${refName(error)}`);
  const missing = checked.filter((rejection) => !documented.includes(rejection));
  const unchecked = documented.filter((rejection) => !checked.includes(rejection));
  if (missing.length + unchecked.length > 0) {
    throw new Error(
      `${operation.operationId}: in x-checks but not in responses: ${missing.join(', ') || 'none'}; ` +
        `in responses but not in x-checks: ${unchecked.join(', ') || 'none'}`,
    );
  }
}

/** Enums become tuples; messages become functions of their placeholders; limits of lists become numbers by their members. */
function renderConstants(name: string, schema: Schema): string[] {
  const messages = Object.values(schema.properties ?? {}).flatMap((property) =>
    'x-messages' in property && property['x-messages'] !== undefined ? [property['x-messages']] : [],
  );
  const maxItems = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    'maxItems' in property ? [`  ${literal(key)}: ${property.maxItems},`] : [],
  );
  return [
    ...(maxItems.length === 0 ? [] : [`export const ${camel(name)}MaxItems = {\n${maxItems.join('\n')}\n} as const;`]),
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
      checks: operation['x-checks'].map(({ name, status, error }) => ({
        name,
        status,
        response: camel(refName(error)),
      })),
    }),
  };
  return [
    `/** ${operation.summary}: its path, limits and checks. */\nexport const ${id}Operation = ${literal(constants)} as const;`,
    ...renderRequest(contract, operation),
    `export type ${pascal(id)}Response =\n${responses.flatMap(([status, response]) => responseTypes(contract, status, response)).join('\n')};`,
    renderResponses(contract, `${id}Responses`, responses),
    ...renderPatterns(contract, operation),
  ].join('\n\n');
}

/** The patterns that the handler's parameters and the members of its body must match. */
function renderPatterns(contract: Contract, operation: Operation): string[] {
  const body = dereference<Schema>(contract, operation.requestBody?.content['application/json']?.schema as Ref);
  const members = Object.entries(body?.properties ?? {});
  const parameters = handlerParameters(contract, operation).map(({ name, schema }) => [name, schema] as const);
  return renderPatternTable(contract, `${operation.operationId}Patterns`, [...parameters, ...members]);
}

/** The patterns of the parameters that middleware reads for every operation. */
function renderMiddlewarePatterns(contract: Contract): string[] {
  const parameters = Object.values(contract.components.parameters ?? {})
    .filter((parameter) => parameter['x-read-by'] === 'middleware')
    .map(({ name, schema }) => [name, schema] as const);
  return renderPatternTable(contract, 'middlewarePatterns', parameters);
}

function renderPatternTable(
  contract: Contract,
  name: string,
  schemas: readonly (readonly [string, Schema | Ref | undefined])[],
): string[] {
  const patterns = schemas.flatMap(([key, schema]) => {
    const pattern = dereference(contract, schema)?.pattern;
    return pattern === undefined ? [] : [`  ${literal(key)}: new RegExp(${literal(pattern)}),`];
  });
  return patterns.length === 0 ? [] : [`export const ${name} = {\n${patterns.join('\n')}\n} as const;`];
}

function renderHandlers(contract: Contract, operations: Operation[]): string {
  const handlers = operations.map((operation) => {
    const { operationId, summary } = operation;
    const name = pascal(operationId);
    const request = hasRequest(contract, operation) ? `request: ${name}Request` : '';
    return `  /** ${summary} */\n  ${operationId}(${request}): Promise<${name}Response>;`;
  });
  return `/** The handlers that implement the contract: one for each operation, which returns one of its documented responses. */\nexport type Handlers = {\n${handlers.join('\n')}\n};\n`;
}
