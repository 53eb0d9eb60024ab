import { isDeepStrictEqual } from 'node:util';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Operation, Parameter, Schema } from '../../contract/document/types.ts';
import { literal, pascal } from './names.ts';

export const jsonBodyType = `/** The members of a JSON body that the contract names, or the response to a body that was not read. */
export type JsonBody<Member extends string, Responses> =
  | { readonly members: { readonly [name in Member]?: unknown } }
  | { readonly response: Responses[keyof Responses] };`;

/**
 * The type of the request that a handler gets: the user's id and roles, the parameters, and a
 * function that reads the body, each only if the contract has it. It is not mapped over
 * openapi-typescript's `operations`, which know neither `security` nor `x-read-by`. A parameter is
 * undefined if it is absent, or if it is malformed and no row of `x-checks` with its name rejects
 * it; where a query may lack it, `malformed` tells the two apart.
 *
 * @returns an empty list where the handler gets nothing
 */
export function renderRequest(contract: Contract, operation: Operation): string[] {
  const members = requestMembers(contract, operation);
  if (members.length === 0) return [];
  const name = pascal(operation.operationId);
  return [`/** The request as the handler gets it. */\nexport interface ${name}Request {\n${members.join('\n')}\n}`];
}

/** The parameters of an operation, without those that middleware reads. */
export function handlerParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter['x-read-by'] === undefined);
}

/** Whether a row of `x-checks` rejects requests in which the parameter is absent or malformed. */
export function hasCheck(operation: Operation, parameter: string): boolean {
  return operation['x-checks']?.some(({ name }) => name === parameter) === true;
}

/** The TypeScript type of a string, integer, boolean or enum. */
export function scalarType(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  return schema.type === 'integer' ? 'number' : `${schema.type}`;
}

function requestMembers(contract: Contract, operation: Operation): string[] {
  const parameters = handlerParameters(operation);
  const schemas = Object.entries(schemasOf(contract));
  /** An enum with a name is not written out. */
  const typeOf = (schema: Schema) => {
    const [name] = schemas.find(([, named]) => schema.enum && isDeepStrictEqual(named, schema)) ?? [];
    return name === undefined ? scalarType(schema) : `Schemas[${literal(name)}]`;
  };
  const groups = ['path', 'query', 'header'].flatMap((place) => {
    const members = parameters
      .filter((parameter) => parameter.in === place)
      .map(
        ({ name, required, schema }) =>
          `readonly ${literal(name)}: ${typeOf(schema)}${required && hasCheck(operation, name) ? '' : ' | undefined'}`,
      );
    return members.length === 0 ? [] : [`  readonly ${place}: { ${members.join('; ')} };`];
  });
  const mayLackUnchecked = parameters.some(
    ({ in: place, name, required }) => place === 'query' && !required && !hasCheck(operation, name),
  );
  const members = Object.keys(operation.requestBody?.schema.properties ?? {}).map(literal);
  return [
    ...(operation.security.length > 0
      ? ['  readonly userId: string;', '  readonly userName?: string | undefined;']
      : []),
    ...(operation['x-role'] === undefined ? [] : ['  readonly roles: readonly string[];']),
    ...groups,
    ...(mayLackUnchecked ? ['  readonly malformed: ReadonlySet<string>;'] : []),
    ...(members.length === 0
      ? []
      : [
          `  readonly readBody: () => Promise<JsonBody<${members.join(' | ')}, typeof fallbackResponses.${operation.operationId}.unreadable>>;`,
        ]),
  ];
}
