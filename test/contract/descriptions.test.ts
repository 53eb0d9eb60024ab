import { describe, expect, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';

/**
 * Readers of a page that does not show extensions read the descriptions instead, so both must say
 * the same.
 */
const contracts = contractFiles.map((file) => ({ file, contract: readContract(file) }));
const operations = contracts.flatMap(({ contract }) => operationsOf(contract));

describe.each(operations)('the description of $name', ({ operation }) => {
  const { description, requestBody, 'x-checks': checks = [], 'x-cooldown': cooldown } = operation;

  test('lists the checks in their order, with the statuses of their rejections', () => {
    const listed = [...description.matchAll(/^(\d+)\. `(\w+)` \((.+?)\): /gm)].map(([, ...parts]) => parts);
    expect(listed).toEqual(
      checks.map(({ name, status, otherwise = [] }, index) => [
        `${index + 1}`,
        name,
        [status, ...otherwise.map((rejection) => `or ${rejection.status} when ${rejection.when}`)].join(', '),
      ]),
    );
  });

  test('has the cooldown and the limit of the body, if the operation has them', () => {
    const [, days, hours] = /(\d+) × (\d+) hours \(`x-cooldown`\)/.exec(description) ?? [];
    const [, kibibytes] = /at most (\d+) KiB \(`x-max-bytes`\)/.exec(requestBody?.description ?? '') ?? [];
    expect({ cooldown: Number(days) * Number(hours), bytes: Number(kibibytes) * 1024 }).toEqual({
      cooldown: cooldown === undefined ? Number.NaN : Temporal.Duration.from(cooldown).total('hours'),
      bytes: requestBody?.['x-max-bytes'] ?? Number.NaN,
    });
  });

  test('says whether the body needs its media type', () => {
    const says = requestBody?.description?.includes('(`x-media-type`)') === true;
    expect(says).toBe(requestBody?.['x-media-type'] === 'required');
  });
});

test.each(contracts)(
  'every success of $file is open to later members, and says so; errors are closed',
  ({ contract }) => {
    const schemas = Object.entries(contract.components.schemas).filter(([, { type }]) => type === 'object');
    const closed = schemas.filter(([, { additionalProperties }]) => additionalProperties === false);
    expect(closed).toEqual(schemas.filter(([, { properties }]) => properties?.['error'] !== undefined));

    const successes = documentedResponses(contract).filter(({ status }) => status < '300');
    const silent = successes.filter(
      ({ response: { content, description } }) =>
        'application/json' in content && !description.endsWith('Clients ignore members that they do not know.'),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  },
);

test.each(contracts)('the description of $file has the responses that belong to no operation', ({ contract }) => {
  const listed = [...contract.info.description.matchAll(/^- (\d{3} `\w+`), `(.+?)`: /gm)];
  expect(listed.map(([, name = '', body = '']) => [name.replaceAll('`', ''), JSON.parse(body)])).toEqual(
    documentedResponses(contract)
      .filter(({ operation }) => operation === undefined)
      .map(({ name, example }) => [name, example]),
  );
});
