import { operationsOf, sharedResponses } from './operations.ts';
import { refName } from './references.ts';
import type { Body, Contract, Rejection, Response } from './types.ts';

/** A response that a contract documents: a status, or one example of a status that has several. */
export interface DocumentedResponse {
  /**
   * E.g. `POST /api/submit-verse 400 InvalidVerse`, or `404 NotFound` for a response that belongs
   * to no operation.
   */
  readonly name: string;
  /** The name of the operation, unless the response belongs to none. */
  readonly operation?: string;
  readonly status: string;
  /**
   * The name of the example, where the status has several, which is that of its schema.
   */
  readonly kind?: string;
  readonly example: unknown;
  readonly response: Response;
}

/** Every response that a contract documents, those of no operation last. */
export function documentedResponses(contract: Contract): DocumentedResponse[] {
  const ofOperations = operationsOf(contract).flatMap(({ name: operation, operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, response]): DocumentedResponse[] => {
      const common = { name: `${operation} ${status}`, operation, status, response };
      const { example, examples } = contentOf(response) ?? {};
      if (examples === undefined) return [{ ...common, example }];
      return Object.entries(examples).map(([kind, { value }]) => ({
        ...common,
        name: `${common.name} ${kind}`,
        kind,
        example: value,
      }));
    }),
  );
  const ofNoOperation = sharedResponses(contract)
    .filter(({ response }) => response['x-status'] !== undefined)
    .map(({ name, status, response }) => ({
      name: `${status} ${name}`,
      status: `${status}`,
      example: contentOf(response)?.example,
      response,
    }));
  return [...ofOperations, ...ofNoOperation];
}

/**
 * The documented response with which a check of an operation rejects a request; undefined if there
 * is none.
 *
 * @param documented every response that the contract documents
 */
export function documentedRejection(
  documented: readonly DocumentedResponse[],
  operation: string,
  { status, error }: Rejection,
): DocumentedResponse | undefined {
  return documented.find(
    (each) =>
      each.operation === operation && each.status === `${status}` && [undefined, refName(error)].includes(each.kind),
  );
}

/** The media type of a response's body; empty if it has no body. */
export function mediaType({ content }: Response): string {
  return Object.keys(content).join();
}

/** The schema and the examples of a response's body; undefined if it has no body. */
export function contentOf({ content }: Response): Body | undefined {
  return Object.values(content)[0];
}

/**
 * The names of the schemas that a response's body can have, in the contract's order; none if it has
 * no body.
 */
export function bodySchemas(response: Response): string[] {
  const schema = contentOf(response)?.schema ?? { oneOf: [] };
  return ('oneOf' in schema ? schema.oneOf : [schema]).map(refName);
}
