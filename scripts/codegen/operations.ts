import { operationsOf } from '../../contract/document/operations.ts';
import { resolveAll } from '../../contract/document/references.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Operation, Parameter, Schema } from '../../contract/document/types.ts';
import { StartError } from '../../src/start-error.ts';
import { renderLimits } from './limits.ts';
import { camel, comment, constant, literal, pascal, regExp, splitTemplate } from './names.ts';
import { jsonBodyType, renderRequest } from './requests.ts';
import {
  commonHeaders,
  handlerResponses,
  renderExposedHeaders,
  renderFallbackResponses,
  renderHeaderMaximums,
  renderResponses,
  renderSharedResponses,
} from './responses.ts';

/**
 * The typed handler signature, the request, the responses and the limits of each operation.
 *
 * @param typesModule the module with the contract's types
 * @throws StartError where the names of the contract give the code a name twice
 */
export function renderOperations(contract: Contract, typesModule: string): string {
  const placed = operationsOf(contract);
  const operations = placed.map(({ operation }) => operation);
  const code = [
    `import type { components } from '${typesModule}';`,
    "type Schemas = components['schemas'];",
    ...renderLimits(contract),
    ...renderMessages(contract),
    ...renderSecurityConstants(contract),
    ...(operations.some(({ requestBody }) => requestBody !== undefined) ? [jsonBodyType] : []),
    responseOf,
    commonHeaders,
    ...placed.map(({ path, method, operation }) => renderOperation(contract, path, method, operation)),
    `/** Every operation. */\nexport const operations = [${operations.map(({ operationId }) => `${operationId}Operation`).join(', ')}] as const;`,
    ...renderMiddlewarePatterns(contract),
    ...renderSharedResponses(contract),
    ...renderExposedHeaders(operations),
    ...renderHeaderMaximums(contract),
    renderFallbackResponses(contract, operations),
    renderHandlers(contract, operations),
  ].join('\n\n');
  verifyDeclarations(code);
  return code;
}

/** The names of schemas and operations become names of the code, which has some of its own. */
function verifyDeclarations(code: string): void {
  const names = [...code.matchAll(/^(?:export )?(?:const|type|interface) ([\w$]+)/gm)].map(([, name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    throw new StartError(
      `The code would have two declarations of ${twice}: rename the schema or the operation that gives it`,
    );
  }
}

const responseOf = `/** The responses among constants and functions that return them. */
type ResponseOf<Responses> = {
  [Name in keyof Responses]: Responses[Name] extends (...given: never[]) => infer Returned ? Returned : Responses[Name];
}[keyof Responses];`;

/** Messages become functions of their placeholders. */
function renderMessages(contract: Contract): string[] {
  return Object.entries(schemasOf(contract)).flatMap(([name, { properties = {} }]) =>
    Object.values(properties).flatMap(({ 'x-messages': messages = {} }) =>
      constant(
        `${camel(name)}Messages`,
        Object.entries(messages).map(([key, template]) => [key, renderMessage(template)]),
      ),
    ),
  );
}

function renderMessage(template: string): string {
  const parts = splitTemplate(template);
  const names = new Set(parts.filter((_, index) => index % 2 === 1));
  const text = parts
    .map((part, index) => (index % 2 === 1 ? `\${values.${part}}` : part.replace(/[`\\]/g, '\\$&')))
    .join('');
  const types = Array.from(names, (name) => `${name}: string | number`).join('; ');
  return `(${types && `values: { ${types} }`}) =>\n    \`${text}\` as const`;
}

function renderSecurityConstants({ components }: Contract): string[] {
  const {
    'x-subject': subject,
    'x-not-before-tolerance': tolerance,
    'x-roles': roles,
  } = components.securitySchemes?.bearerAuth ?? {};
  const constant = (text: string, name: string, value: unknown, type = '') =>
    value === undefined ? [] : [`/** ${text} */\nexport const bearerAuth${name} = ${literal(value)}${type};`];
  return [
    ...constant("Limits of the player's id, in characters.", 'Subject', subject, ' as const'),
    ...constant('How far `nbf` may lie ahead (ISO 8601).', 'NotBeforeTolerance', tolerance),
    ...constant('The roles that a token can have.', 'Roles', roles && Object.keys(roles), ' as const'),
  ];
}

function renderOperation(contract: Contract, path: string, method: string, operation: Operation): string {
  const id = operation.operationId;
  const constants = {
    path,
    method: method.toUpperCase(),
    ...(operation.requestBody?.['x-max-bytes'] && { maxBodyBytes: operation.requestBody['x-max-bytes'] }),
    ...(operation['x-cooldown'] && { cooldown: operation['x-cooldown'] }),
    ...(operation['x-time-limit'] && { timeLimit: operation['x-time-limit'] }),
    ...(operation['x-max-clock-difference'] && { maxClockDifference: operation['x-max-clock-difference'] }),
  };
  return [
    `${comment(`${operation.summary}: its path and limits.`)}\nexport const ${id}Operation = ${literal(constants)} as const;`,
    ...renderRequest(contract, operation),
    renderResponses(contract, `${id}Responses`, handlerResponses(operation)),
    `export type ${pascal(id)}Response = ResponseOf<typeof ${id}Responses>;`,
    ...renderPatterns(operation),
  ].join('\n\n');
}

/** The patterns of the members of a body, which handlers check; parameters are checked before. */
function renderPatterns({ operationId, requestBody }: Operation): string[] {
  return patternTable(`${operationId}Patterns`, Object.entries(requestBody?.schema.properties ?? {}));
}

/** The patterns of the parameters that middleware reads for every operation. */
function renderMiddlewarePatterns(contract: Contract): string[] {
  const parameters = resolveAll<Parameter[]>(contract, Object.values(contract.components.parameters ?? {}))
    .filter((parameter) => parameter['x-read-by'] === 'middleware')
    .map(({ name, schema }) => [name, schema] as const);
  return patternTable('middlewarePatterns', parameters);
}

function patternTable(name: string, schemas: readonly (readonly [string, Schema])[]): string[] {
  return constant(
    name,
    schemas.map(([key, { pattern }]) => [key, pattern && regExp(pattern)]),
  );
}

function renderHandlers(contract: Contract, operations: Operation[]): string {
  const handlers = operations.map((operation) => {
    const { operationId, summary } = operation;
    const name = pascal(operationId);
    const request = renderRequest(contract, operation).length > 0 ? `request: ${name}Request` : '';
    // A property: TypeScript would compare the parameters of a method both ways.
    return `  ${comment(summary)}\n  readonly ${operationId}: (${request}) => Promise<${name}Response>;`;
  });
  return `/** The handlers that implement the contract: one for each operation, which returns one of its documented responses. */\nexport type Handlers = {\n${handlers.join('\n')}\n};\n`;
}
