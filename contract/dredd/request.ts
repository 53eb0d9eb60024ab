import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PlacedOperation } from '../document/operations.ts';
import type { Transaction } from './given.ts';

/** The request of the contract's examples, as Dredd makes it, without a token. */
export function exampleRequest({
  path,
  method,
  operation,
}: PlacedOperation): Pick<Transaction, 'fullPath' | 'origin' | 'request' | 'expected'> {
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    fullPath: `${pathOf(path, examples(operation, 'path'))}?${new URLSearchParams(examples(operation, 'query'))}`,
    origin: { resourceName: path },
    request: {
      method: method.toUpperCase(),
      headers: mediaType === undefined ? {} : { 'Content-Type': mediaType },
      body: content === undefined ? '' : JSON.stringify(content.example),
    },
    expected: { statusCode: '', headers: {} },
  };
}

function examples({ parameters }: PlacedOperation['operation'], place: string): Record<string, string> {
  const placed = parameters.filter((parameter) => parameter.in === place);
  return Object.fromEntries(placed.map(({ name, example = '' }) => [name, String(example)]));
}

function pathOf(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** The parameters of a path, by the path as the contract writes it. */
function valuesIn(path: string, written: string): Record<string, string> {
  const parts = path.split('/');
  const names = written.split('/').map((part) => part.replace(/[{}]/g, ''));
  return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
}

/** The one difference of a case's request from that of the contract's examples. */
export interface Difference {
  readonly method?: string;
  /** The whole target, below the service's URL. */
  readonly target?: string;
  /** Parameters of the path, as they stand in it. */
  readonly path?: Readonly<Record<string, string>>;
  /** Parameters of the query: null for none, a list for several. */
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  /** A header, or null for none. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Members of the JSON body: null is the value null. */
  readonly body?: object;
  /** The whole body, as text. */
  readonly text?: string;
  /** The whole body, in hexadecimal digits. */
  readonly bytes?: string;
  /** How many characters the body lacks at its end. */
  readonly cut?: number;
  /** The body is filled up with spaces to this number of bytes. */
  readonly size?: number | 'limit' | 'limit + 1';
  /** The coding that the body is sent in, with its Content-Encoding. */
  readonly coding?: 'gzip' | 'deflate' | 'br';
}

const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Makes the difference in a request. */
export function differ(
  transaction: Pick<Transaction, 'fullPath' | 'request'>,
  placed: PlacedOperation,
  { method, target, path, query = {}, headers = {}, body, text, bytes, cut, size, coding }: Difference,
): void {
  const { request } = transaction;
  if (method !== undefined) request.method = method;
  const [own = '', search] = transaction.fullPath.split('?');
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query)) {
    parameters.delete(name);
    for (const each of value === null ? [] : [value].flat()) parameters.append(name, each);
  }
  const pathname = path === undefined ? own : pathOf(placed.path, { ...valuesIn(own, placed.path), ...path });
  transaction.fullPath = target ?? (parameters.size === 0 ? pathname : `${pathname}?${parameters}`);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) delete request.headers[name];
    else request.headers[name] = value;
  }
  if (body !== undefined) request.body = JSON.stringify({ ...JSON.parse(String(request.body)), ...body });
  if (text !== undefined) request.body = text;
  if (bytes !== undefined) request.body = Buffer.from(bytes, 'hex');
  if (cut !== undefined) request.body = String(request.body).slice(0, -cut);
  const limit = placed.operation.requestBody?.['x-max-bytes'] ?? 0;
  if (size !== undefined)
    request.body = String(request.body).padEnd(typeof size === 'number' ? size : size === 'limit' ? limit : limit + 1);
  if (coding === undefined) return;
  request.headers['Content-Encoding'] ??= coding;
  request.body = compress[coding](request.body);
}
