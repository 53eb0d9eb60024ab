import { createMethods } from './call.ts';
import { type Operations, operations } from './generated/operations.ts';
import type { ClientOptions } from './options.ts';

/** A method for each operation of the contract. */
export type Client = Operations;

/**
 * Creates a client of one service, for one player. It has a method for each operation of the
 * contract.
 *
 * @throws TypeError, NetworkError, UnexpectedResponseError and the reason of an abort: from the
 *   methods, never from this function
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://verses.example', token: () => sessionStorage.getItem('token') ?? '' });
 *
 * const result = await client.submitVerse({ localDate: localDate(), bookId: 'JHN', chapter: 3, verse: 16 });
 * switch (result.status) {
 *   case 201:
 *     console.log(`${result.reference} will be the verse for ${result.scheduledDate}.`);
 *     break;
 *   case 429:
 *     console.log(`You can submit again on ${new Date(result.cooldownEndsAt).toLocaleString()}.`);
 *     break;
 *   default:
 *     console.log(result.error);
 * }
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return createMethods<Client>(operations, options);
}
