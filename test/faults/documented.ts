import { assertDocumented, contract, type ReceivedResponse } from '../support/contract.ts';

/**
 * `assertDocumented` for a great many responses: most are the same as one that has been found good, but for the time
 * in `Date` and `Retry-After`.
 *
 * @throws Error that lists everything in which a response is not what the contract documents
 */
export class DocumentedResponses {
  readonly #good = new Set<string>();

  assert(method: string, path: string, response: ReceivedResponse): void {
    const { status, headers, text } = response;
    const known = path in contract.paths ? path : 'any other';
    const lines = [...headers].filter(
      ([name, value]) => !(name === 'date' || (name === 'retry-after' && /^\d+$/.test(value))),
    );
    const key = JSON.stringify([method, known, status, lines, text]);
    if (this.#good.has(key)) return;
    assertDocumented(method, path, response);
    this.#good.add(key);
  }
}
