import { fixedValue } from '../../contract/document/schemas.ts';
import type { Operation, Response, Schema } from '../../contract/document/types.ts';

/** The places of the parameters that the caller gives: the client sets headers by itself. */
export function placesOf({ parameters }: Operation): string[] {
  return ['path', 'query'].filter((place) => parameters.some((parameter) => parameter.in === place));
}

/**
 * What a request of the client is: the body, or the parameters with the body as a member; undefined
 * if the operation takes nothing.
 */
export function takenBy(operation: Operation): 'body' | 'parameters' | undefined {
  if (placesOf(operation).length > 0) return 'parameters';
  return operation.requestBody === undefined ? undefined : 'body';
}

interface FreeHeader {
  readonly name: string;
  /** Its name in a result: `Retry-After` becomes `retryAfter`. */
  readonly member: string;
  readonly type: string;
}

/**
 * The headers that a result has: those of the operation that say more than the status, except
 * `ETag`, which is for the caches below `fetch`.
 */
export function freeHeaders(response: Response): FreeHeader[] {
  return Object.entries(response.headers).flatMap(([name, { schema, ...rest }]) => {
    if (name === 'ETag' || rest['x-set-by'] !== undefined || fixedValue(schema) !== undefined) return [];
    return [{ name, member: memberName(name), type: typeInJavaScript(schema) }];
  });
}

/** What the client sees of a value: `string`, `number`, `boolean`, `array` or `object`. */
export function typeInJavaScript({ type }: Schema): string {
  return type === 'integer' ? 'number' : `${type}`;
}

function memberName(header: string): string {
  const [first = '', ...rest] = header.split('-');
  return first.toLowerCase() + rest.join('');
}
