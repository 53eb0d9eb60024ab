import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PlacedOperation } from '../document/operations.ts';
import { operationOf } from '../model/contracts.ts';
import type { Sent } from '../model/request.ts';

/** A request that is being made. */
export type Draft = { -readonly [name in keyof Sent]: Sent[name] } & { headers: Record<string, string> };

/** The request of the contract's examples, without a token and without what middleware reads. */
export function exampleRequest({ path, method, operation }: PlacedOperation): Draft {
  const content = operation.requestBody?.content['application/json'];
  const query = new URLSearchParams(examples(operation, 'query'));
  return {
    method: method.toUpperCase(),
    target: `${pathOf(path, examples(operation, 'path'))}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...examples(operation, 'header'), ...(content && { 'Content-Type': 'application/json' }) },
    body: content === undefined ? '' : JSON.stringify(content.example),
  };
}

/** The request of an operation, by its id. */
export function requestOf(id: string, difference: Difference = {}): Draft {
  const draft = exampleRequest(operationOf(id));
  differ(draft, operationOf(id), difference);
  return draft;
}

function examples({ parameters }: PlacedOperation['operation'], place: string): Record<string, string> {
  const placed = parameters.filter((each) => each.in === place && each['x-read-by'] === undefined);
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

/** What a request has otherwise than that of the contract's examples. */
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
  /** Members of the JSON body: null is the value null, undefined none. */
  readonly body?: object;
  /** The whole body, as text. */
  readonly text?: string;
  /** The whole body, in hexadecimal digits. */
  readonly bytes?: string;
  /** How many characters the body lacks at its end; of a coded one, how many bytes. */
  readonly cut?: number;
  /** The body is filled up with spaces to this number of bytes. */
  readonly size?: number | 'limit' | 'limit + 1';
  /** The coding that the body is sent in, with its Content-Encoding. */
  readonly coding?: 'gzip' | 'deflate' | 'br';
}

const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Makes the difference in a request. */
export function differ(
  sent: Draft,
  placed: PlacedOperation,
  { method, target, path, query = {}, headers = {}, body, text, bytes, cut, size, coding }: Difference,
): void {
  sent.method = method ?? sent.method;
  const [own = '', search] = sent.target.split('?');
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query)) {
    parameters.delete(name);
    for (const each of value === null ? [] : [value].flat()) parameters.append(name, each);
  }
  const pathname = path === undefined ? own : pathOf(placed.path, { ...valuesIn(own, placed.path), ...path });
  sent.target = target ?? (parameters.size === 0 ? pathname : `${pathname}?${parameters}`);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) delete sent.headers[name];
    else sent.headers[name] = value;
  }
  if (body !== undefined) sent.body = JSON.stringify({ ...JSON.parse(String(sent.body)), ...body });
  if (text !== undefined) sent.body = text;
  if (bytes !== undefined) sent.body = Buffer.from(bytes, 'hex');
  const limit = placed.operation.requestBody?.['x-max-bytes'] ?? 0;
  if (size !== undefined) {
    sent.body = String(sent.body).padEnd(typeof size === 'number' ? size : size === 'limit' ? limit : limit + 1);
  }
  if (coding !== undefined) {
    sent.headers['Content-Encoding'] ??= coding;
    sent.body = compress[coding](sent.body);
  }
  if (cut !== undefined) sent.body = sent.body.slice(0, -cut);
}
