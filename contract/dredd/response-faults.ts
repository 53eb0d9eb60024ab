import { securityHeaders } from '../../src/middleware/security-headers.ts';
import type { ContractFile } from '../document/read.ts';
import type { DocumentedResponse } from '../document/responses.ts';
import { deviations, type ReceivedResponse, schemaFaults } from '../response-check.ts';

export interface Fault {
  readonly part: 'status' | 'headers' | 'body';
  readonly text: string;
}

/** Headers that HTTP, CORS and proxies add to any response. Like those for browsers, no contract lists them. */
const transportHeaders = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Alt-Svc',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Date',
  'Keep-Alive',
  'Server',
  'Transfer-Encoding',
  'Vary',
  'Via',
];

/**
 * Every deviation of a response from the documented response that a request was meant to provoke. Dredd itself compares no more than the
 * status, and the names and types of an example's members.
 *
 * @returns none if there is no deviation
 */
export function responseFaults(
  method: string,
  path: string,
  received: ReceivedResponse,
  { operation, status, kind, response }: DocumentedResponse,
  file: ContractFile,
): Fault[] {
  if (received.status !== Number(status)) {
    return [{ part: 'status', text: `the status is ${received.status} instead of ${status}` }];
  }
  const isUnread = operation === undefined && status === '400'; // it has the path of the request that it was made from
  const found = deviations(method, isUnread ? undefined : path, received, file);
  if (found === undefined)
    return [{ part: 'status', text: `the contract does not declare the status ${status} there` }];
  const declared = [...transportHeaders, ...Object.keys(securityHeaders), ...Object.keys(response.headers ?? {})].map(
    (name) => name.toLowerCase(),
  );
  const undeclared = [...received.headers.keys()].filter((header) => !declared.includes(header));
  const headers = [...found.headers, ...undeclared.map((header) => `the header ${header} is not declared`)];
  // The status accepts the body of any of its kinds.
  const isAnyKind = kind === undefined || found.body.length > 0;
  const body = isAnyKind ? found.body : schemaFaults(`#/components/schemas/${kind}`, JSON.parse(received.text), file);
  return [
    ...headers.map((text) => ({ part: 'headers', text }) as const),
    ...body.map((text) => ({ part: 'body', text }) as const),
  ];
}
