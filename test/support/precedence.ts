import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import { rejections } from '../../contract/dredd/cases.ts';
import { connect, type Database } from '../../contract/dredd/database.ts';
import { setScene } from '../../contract/dredd/scene.ts';
import type { State } from '../../contract/dredd/states.ts';
import { exampleRequest } from './example-request.ts';
import { type TestOptions, TestService, token } from './service.ts';

export interface PrecedenceOptions {
  /** How to provoke each documented response of the contract, by its name. */
  readonly states: Readonly<Record<string, State>>;
  /** Of the service that has the contract's operations. */
  readonly service?: TestOptions;
  /** The roles with which every operation is allowed. */
  readonly roles?: readonly string[];
}

/**
 * A contract fixes the order of the checks. For every combination of violated checks, the response is that of the first violated one. The
 * checks, their order and their responses come from `x-checks`; the states know how to violate each check.
 */
export function describePrecedence(file: ContractFile, { states, service: options, roles }: PrecedenceOptions): void {
  const contract = readContract(file);

  describe.each(operationsOf(contract))('$name responds with the first violated check', (placed) => {
    const { name, operation } = placed;
    const success = documentedResponses(contract).filter((each) => each.operation === name && each.status < '300');
    // The last check does its work. What makes it fail concerns all players: Dredd shows it, and its place in the order.
    const checks = rejections(contract, name)
      .slice(0, -1)
      .map((alternatives, index) => ({
        check: operation['x-checks']?.[index]?.name,
        rejection: alternatives.slice(0, 1),
      }));
    const combinations = Array.from({ length: 2 ** checks.length }, (_, bits) =>
      checks.filter((_check, index) => (bits >> index) & 1),
    );

    let service: TestService;
    let database: Database;
    beforeAll(async () => {
      service = await TestService.start(options);
      database = await connect(service.database.url);
    });
    afterAll(async () => {
      await database[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    test.each(
      combinations.map(
        (violated) =>
          [`${operation.operationId}: ${violated.map(({ check }) => check).join(' + ') || 'none'}`, violated] as const,
      ),
    )('%s', async (id, violated) => {
      const transaction = exampleRequest(placed);
      const provoked = violated.length === 0 ? success : violated.flatMap(({ rejection }) => rejection);
      const player = { id, token: await token(id, { roles }) };
      await using _ = await setScene(transaction, provoked, { player, database, own: false }, states);
      const { method, headers, body } = transaction.request;
      const init = { method, headers, ...(body !== '' && { body }) };
      const response = await service.request(transaction.fullPath, init, file);

      const [expected] = provoked;
      const { error } = { ...(expected?.example as { error?: string } | undefined) };
      expect({ status: String(response.status), error: response.body?.error }).toEqual({
        status: expected?.status,
        error,
      });
    });
  });
}
