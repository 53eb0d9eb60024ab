export { type Book, type BookId, books } from './books.js';
export { type Client, createClient } from './client.js';
export { NetworkError, UnexpectedResponseError } from './errors.js';
export type * from './generated/operations.js';
export { localDate } from './local-date.js';
export type { CallOptions, ClientOptions, KeyedCallOptions } from './options.js';
