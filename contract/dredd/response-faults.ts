import { securityHeaders } from '../../src/http/security-headers.ts';
import type { DocumentedResponse } from '../document.ts';
import { assertDocumented, type ReceivedResponse, schemaFaults } from '../documented.ts';

/** Headers that HTTP, CORS and proxies add to any response. Like those for browsers, no contract lists them. */
const transportHeaders = [
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
 * @returns reasons, empty if there is no deviation
 */
export function responseFaults(
  method: string,
  path: string,
  received: ReceivedResponse,
  { operation, status, kind, response }: DocumentedResponse,
): string[] {
  if (received.status !== Number(status)) return [`the status is ${received.status} instead of ${status}`];
  const isUnread = operation === undefined && status === '400'; // it has the path of the request that it was made from
  try {
    assertDocumented(method, isUnread ? undefined : path, received);
  } catch (error) {
    return [(error as Error).message];
  }
  const declared = [...transportHeaders, ...Object.keys(securityHeaders), ...Object.keys(response.headers ?? {})].map(
    (name) => name.toLowerCase(),
  );
  return [
    ...[...received.headers.keys()]
      .filter((header) => !declared.includes(header))
      .map((header) => `the header ${header} is not declared`),
    // The status accepts the body of any of its kinds.
    ...(kind === undefined ? [] : schemaFaults(`#/components/schemas/${kind}`, JSON.parse(received.text))),
  ];
}
