export { type Book, type BookId, books } from './books.ts';
export { type Client, createClient } from './client.ts';
export { NetworkError, UnexpectedResponseError } from './errors.ts';
export type { components, paths } from './generated/openapi.js';
export type * from './generated/operations.ts';
export { errors } from './generated/operations.ts';
export { localDate } from './local-date.ts';
export type { CallOptions, ClientOptions, KeyedCallOptions } from './options.ts';
