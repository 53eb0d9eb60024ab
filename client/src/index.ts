export { type Client, type ClientOptions, createClient, type SubmitVerseOptions } from './client.js';
export { NetworkError, UnexpectedResponseError } from './errors.js';
export type { SubmitVerseRequest, SubmitVerseResult } from './generated/operations.js';
