import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  dereference,
  documentedResponses,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  readContract,
} from '../../contract/document.ts';
import { rejections } from '../../contract/dredd/cases.ts';
import { type Given, states } from '../../contract/dredd/states.ts';
import { TestService, token } from '../support/service.ts';

/**
 * The contract fixes the order of the checks. For every combination of violated checks, the response is that of the first violated one. The
 * checks, their order and their responses come from `x-checks`; the states of Dredd's transactions know how to violate each check.
 */
const contract = readContract();

describe.each(operationsOf(contract))('$name responds with the first violated check', (placed) => {
  const { name, operation } = placed;
  const success = documentedResponses(contract).find((each) => each.operation === name && each.status < '300');
  // The last check does its work. What makes it fail concerns all players: Dredd shows it, and its place in the order.
  const checks = rejections(contract, name)
    .slice(0, -1)
    .map(([rejection], index) => ({ check: operation['x-checks']?.[index]?.name, rejection }));
  const combinations = Array.from({ length: 2 ** checks.length }, (_, bits) =>
    checks.filter((_check, index) => (bits >> index) & 1),
  );

  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  test.each(
    combinations.map(
      (violated) =>
        [`${operation.operationId}: ${violated.map(({ check }) => check).join(' + ') || 'none'}`, violated] as const,
    ),
  )('%s', async (player, violated) => {
    const transaction = exampleOf(placed, await token(player));
    const query = async (text: string, values?: unknown[]) => void (await service.database.query(text, values));
    const provoked = violated.length === 0 ? [success] : violated.map(({ rejection }) => rejection).toReversed();
    for (const response of provoked) {
      await states[response?.name ?? '']?.({ transaction, player, target: { database: 'shared', query } });
    }
    const { method, headers, body } = transaction.request;
    const response = await service.request(transaction.fullPath, { method, headers, ...(body !== '' && { body }) });

    const expected = violated[0]?.rejection ?? success;
    const { error } = { ...(expected?.example as { error?: string } | undefined) };
    expect({ status: String(response.status), error: response.body?.error }).toEqual({
      status: expected?.status,
      error,
    });
  });
});

test('submitVerse has 64 combinations', () => {
  expect(rejections(contract, 'POST /api/submit-verse').slice(0, -1)).toHaveLength(6);
});

/** The request of the contract's examples. */
function exampleOf({ path, method, operation }: PlacedOperation, bearer: string): Given['transaction'] {
  const examples = (place: string) =>
    (operation.parameters ?? []).flatMap((written) => {
      const parameter = dereference<Parameter>(contract, written);
      return parameter?.in === place ? [[parameter.name, parameter.example ?? '']] : [];
    });
  const pathname = examples('path').reduce((made, [name, example = '']) => made.replace(`{${name}}`, example), path);
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return {
    fullPath: `${pathname}?${new URLSearchParams(examples('query'))}`,
    origin: { resourceName: path },
    request: {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${bearer}` },
      body: content === undefined ? '' : JSON.stringify(content.example),
    },
    expected: { statusCode: '', headers: {} },
  };
}
