import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, readContract } from '../../contract/document/read.ts';
import { bodySchemas, type DocumentedResponse, documentedResponses } from '../../contract/document/responses.ts';
import { rejections, stateOf, testedRoles } from '../../contract/dredd/cases.ts';
import { connect, type Database } from '../../contract/dredd/database.ts';
import { operationNamed, setScene } from '../../contract/dredd/rows.ts';
import { Session } from '../../contract/dredd/session.ts';
import { schemaFaults } from '../../contract/response-check.ts';
import { TestService, token } from './service.ts';

/**
 * A contract fixes the order of the checks. For every combination of violated checks, the response
 * is that of the first violated one. Of more than six checks there would be hundreds, so every two
 * are combined. What else violates a check is violated alone. The checks, their order and their
 * responses come from `x-checks`; the states of Dredd's transactions know how to violate each
 * check.
 */
export function describePrecedence(file: ContractFile): void {
  const contract = readContract(file);
  const roles = testedRoles();

  let service: TestService;
  let database: Database;
  beforeAll(async () => {
    service = await TestService.start({ desk: true, puzzle: true });
    database = await connect(service.database.url);
  });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  describe.each(operationsOf(contract))('$name responds with the first violated check', (placed) => {
    const { name, operation } = placed;
    const success = documentedResponses(contract).filter((each) => each.operation === name && each.status < '300');
    // The last check does its work. What makes it fail concerns all players: Dredd shows it, and
    // its place in the order.
    const checks = rejections(contract, name)
      .slice(0, -1)
      .map((alternatives, index) =>
        alternatives.map((rejection) => ({ check: operation['x-checks']?.[index]?.name, rejection })),
      );
    const firsts = checks.flatMap((alternatives) => alternatives.slice(0, 1));
    const combinations = Array.from({ length: 2 ** checks.length }, (_, bits) =>
      firsts.filter((_check, index) => (bits >> index) & 1),
    ).filter(({ length }) => checks.length <= 6 || length <= 2);
    const others = checks.flatMap((alternatives) => alternatives.slice(1)).map((violated) => [violated]);

    test.each(
      [...combinations, ...others].map((violated) => {
        const names = violated.map(({ check, rejection }) => `${check} (${rejection.status})`);
        return [`${operation.operationId}: ${names.join(' + ') || 'none'}`, violated] as const;
      }),
    )('%s', async (id, violated) => {
      const provoked = violated.length === 0 ? success : violated.map(({ rejection }) => rejection);
      const [signed, withoutRoles] = [await token(id, { roles }), await token(id)];
      const session = new Session({
        ...{ url: service.url, newPlayer: undefined, database, own: true, scratch: true, left: { verses: 0 } },
        interrupted: new AbortController().signal,
      });
      session.player = { id, token: signed, sign: () => withoutRoles, people: new Set([id]) };
      const states = provoked.map((response) => stateOf(file, response));
      const { draft, undo } = await setScene(operationNamed(name), states, session);
      await using _ = undo;
      const { method, target, headers, body } = draft;
      const init = { method, headers, ...(body !== '' && { body }) } as RequestInit;
      const response = await service.request(target, init, file);

      const [expected] = provoked as [DocumentedResponse];
      expect(String(response.status)).toBe(expected.status);
      // The schema of an error has its text, or what its texts have in common.
      const { kind = bodySchemas(expected.response)[0] } = expected;
      if (violated.length > 0) expect(schemaFaults(`#/components/schemas/${kind}`, response.body, file)).toEqual([]);
    });
  });
}
