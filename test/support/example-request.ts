import type { PlacedOperation } from '../../contract/document/operations.ts';
import type { Given } from '../../contract/dredd/given.ts';

/** The request of the contract's examples, as Dredd makes it, without a token. */
export function exampleRequest({ path, method, operation }: PlacedOperation): Given['transaction'] {
  const examples = (place: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example = '' }): [string, string] => [name, String(example)]);
  const pathname = examples('path').reduce((made, [name, example]) => made.replace(`{${name}}`, example), path);
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    fullPath: `${pathname}?${new URLSearchParams(examples('query'))}`,
    origin: { resourceName: path },
    request: {
      method: method.toUpperCase(),
      headers: mediaType === undefined ? {} : { 'Content-Type': mediaType },
      body: content === undefined ? '' : JSON.stringify(content.example),
    },
    expected: { statusCode: '', headers: {} },
  };
}
