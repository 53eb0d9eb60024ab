import { UnexpectedResponseError } from './errors.js';
import type { Answer } from './exchange.js';

/** What the contract documents of an operation's answers, by status. */
export type DocumentedAnswers = Readonly<
  Record<number, { readonly members: readonly string[]; readonly numbers: Readonly<Record<string, string>> }>
>;

/**
 * Makes a documented answer a result: its status, the members of its body, and the numbers in its headers.
 *
 * @throws UnexpectedResponseError when it is none of the documented answers
 */
export function toResult<Result>({ status, headers, body }: Answer, answers: DocumentedAnswers): Result {
  const documented = answers[status];
  if (documented === undefined) throw new UnexpectedResponseError('The contract has no such status', status, body);

  const result: Record<string, unknown> = { ...parseObject(status, body), status };
  const missing = documented.members.filter((member) => typeof result[member] !== 'string');
  if (missing.length > 0) throw new UnexpectedResponseError(`The body lacks ${missing.join(', ')}`, status, body);

  for (const [header, member] of Object.entries(documented.numbers)) {
    const value = headers.get(header);
    if (value === null || !/^\d+$/.test(value)) {
      throw new UnexpectedResponseError(`The header ${header} is missing, or hidden from this origin`, status, body);
    }
    result[member] = Number(value);
  }
  return result as Result;
}

function parseObject(status: number, body: string): object {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new UnexpectedResponseError('The body is not JSON', status, body, { cause });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new UnexpectedResponseError('The body is no JSON object', status, body);
}
