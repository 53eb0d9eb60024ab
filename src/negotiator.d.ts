/** What the service uses of negotiator 1.1, for which `@types/negotiator` has no version. */
declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);
    /** The one of `available` with the highest weight; of several, the first of `preferred`. */
    encoding<Name extends string>(available: Name[], options: { readonly preferred: string[] }): Name | undefined;
  }
}
