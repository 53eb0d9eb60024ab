import { httpMethods } from '../document.ts';
import { contract } from '../documented.ts';

type Response = (typeof contract.components.responses)[string];

/** One answer that the contract documents: a status, or one of a status's kinds where it has an example of each. */
export interface Answer {
  /** E.g. `POST /api/submit-verse 400 InvalidVerse`, or `404 NotFound` of the answers that belong to no operation. */
  readonly name: string;
  /** The operation, e.g. `POST /api/submit-verse`, unless the answer belongs to none. */
  readonly operation?: string;
  readonly status: string;
  readonly example: unknown;
  /** A pointer to the one schema that the body must have; a status with several kinds accepts any of them. */
  readonly schema?: string;
  readonly headers: readonly string[];
}

/** Every answer that the contract documents. What a run must show is counted from here, never by hand. */
export const answers: readonly Answer[] = [
  ...Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => httpMethods.has(method))
      .flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, response]) =>
          answersOf(`${method.toUpperCase()} ${path}`, status, response),
        ),
      ),
  ),
  ...Object.entries(contract.components.responses).map(([name, response]) => ({
    name: `${response['x-status']} ${name}`,
    status: String(response['x-status']),
    example: response.content['application/json'].example,
    headers: headersOf(response),
  })),
];

function answersOf(operation: string, status: string, response: Response): Answer[] {
  const answer = { name: `${operation} ${status}`, operation, status, headers: headersOf(response) };
  const { example, examples } = response.content['application/json'];
  if (examples === undefined) return [{ ...answer, example }];
  // test/contract/contract.test.ts holds that an example bears the name of its schema.
  return Object.entries(examples).map(([kind, { value }]) => ({
    ...answer,
    name: `${answer.name} ${kind}`,
    example: value,
    schema: `#/components/schemas/${kind}`,
  }));
}

function headersOf(response: Response): string[] {
  return Object.keys(response.headers ?? {});
}
