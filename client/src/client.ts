import { call, type Operation } from './call.js';
import { type Operations, operations } from './generated/operations.js';
import type { CallOptions, ClientOptions } from './options.js';

/** A method for each operation of the contract. */
export type Client = Operations;

/** Creates a client of one service, for one player. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Operation>(operations).map(([id, operation]) => [
    id,
    operation.takes === undefined
      ? (callOptions?: CallOptions) => call(options, operation, undefined, callOptions)
      : (request: object, callOptions?: CallOptions) => call(options, operation, request, callOptions),
  ]);
  return Object.fromEntries(methods);
}
