import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import { bodySchemas, documentedResponses } from '../../contract/document/responses.ts';
import type { Operation, Schema } from '../../contract/document/types.ts';
import { stateOf, testedContracts } from '../../contract/dredd/cases.ts';
import { schemaFaults } from '../../contract/response-check.ts';
import { root } from '../../src/root.ts';

const contract = readContract();
const operation = operationsOf(contract).find(({ operation: { operationId } }) => operationId === 'submitVerse')
  ?.operation as Operation;
const { schemas } = contract.components;

/** The specification's part 4: the checks in their order, each with the status of its rejection. */
const specifiedChecks = [
  ['authenticated', 401],
  ['readable', 400],
  ['localDate', 400],
  ['solvedToday', 403],
  ['cooldown', 429],
  ['verse', 400],
  ['scheduled', 500],
];

/** The specification's parts 2 and 7. The validation makes the text of an invalid verse. */
const specifiedResponses: SpecifiedResponse[] = [
  { status: 201, error: undefined, members: ['scheduledDate', 'reference', 'windowText'] },
  { status: 401, error: 'Unauthorized', members: ['error'] },
  { status: 400, error: 'Invalid JSON body', members: ['error'] },
  { status: 400, error: 'A valid localDate (YYYY-MM-DD) is required', members: ['error'] },
  { status: 403, error: "Solve today's puzzle first", members: ['error'] },
  { status: 429, error: 'Cooldown active', members: ['error', 'cooldownEndsAt'] },
  { status: 400, error: undefined, members: ['error'] },
  { status: 500, error: 'Failed to schedule submission', members: ['error'] },
];

/** The specification does not limit the size of a body. */
const furtherResponses: SpecifiedResponse[] = [{ status: 413, error: 'Request body too large', members: ['error'] }];

interface SpecifiedResponse {
  readonly status: number;
  readonly error: string | undefined;
  readonly members: readonly string[];
}

describe('the contract says what the specification says', () => {
  test('the checks, their order and their statuses', () => {
    expect(operation['x-checks']?.map(({ name, status }) => [name, status])).toEqual(specifiedChecks);
  });

  test('the statuses, error texts and members of the responses', () => {
    const documented = Object.entries(operation.responses).flatMap(([status, response]) =>
      bodySchemas(response).map((schema) => specified(Number(status), schema)),
    );
    expect(inOrder(documented)).toEqual(inOrder([...specifiedResponses, ...furtherResponses]));
  });

  test('a cooldown of 7×24 hours', () => {
    expect(Temporal.Duration.from(operation['x-cooldown'] ?? '').total('hours')).toBe(7 * 24);
  });
});

/** The errors whose texts depend on the request (`x-messages`). */
const errorsWithMessages: { readonly [file in ContractFile]?: readonly string[] } = {
  'openapi.yaml': ['InvalidVerse'],
  'contract/openapi.desk.yaml': ['InvalidChange'],
};

describe.each(contractFiles)('in %s, an error is identified by its text', (file) => {
  const contract = readContract(file);
  const errors = Object.entries(contract.components.schemas).flatMap(([name, { properties }]) =>
    properties?.['error'] === undefined ? [] : [{ name, texts: (properties['error'] as Schema).enum }],
  );

  test('each has exactly one text, or messages', () => {
    expect(errors.filter(({ texts }) => texts?.length !== 1)).toEqual(
      (errorsWithMessages[file] ?? []).map((name) => ({ name, texts: undefined })),
    );
  });

  test('no two have the same text', () => {
    const texts = errors.flatMap((error) => error.texts ?? []);
    expect(texts).toEqual([...new Set(texts)]);
  });

  test.each(documentedResponses(contract).filter(({ kind }) => kind !== undefined))(
    'the example of $name matches the schema of its name only',
    ({ response, kind, example }) => {
      const faults = (schema: string) => schemaFaults(pointerOf(schema), example, file);
      expect(bodySchemas(response).filter((schema) => faults(schema).length === 0)).toEqual([kind]);
    },
  );
});

test.each(contractFiles)('the documented responses of %s are those that the YAML has', (file) => {
  const { paths, components } = parse(readFileSync(join(root, file), 'utf8'));
  const ofOperations = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.keys(responses ?? {}).map((status) => `${method.toUpperCase()} ${path} ${status}`),
    ),
  );
  const ofNoOperation = Object.entries<{ 'x-status'?: number }>(components.responses ?? {}).flatMap(
    ([name, { 'x-status': status }]) => (status === undefined ? [] : [`${status} ${name}`]),
  );
  const found = documentedResponses(readContract(file)).map(({ name, kind }) =>
    kind ? name.slice(0, -` ${kind}`.length) : name,
  );
  expect([...new Set(found)]).toEqual([...ofOperations, ...ofNoOperation]);
});

test.each(testedContracts)('every documented response of %s has a row, unless it needs none', (file) => {
  for (const response of documentedResponses(readContract(file))) expect(() => stateOf(file, response)).not.toThrow();
});

function pointerOf(schema: string): string {
  return `#/components/schemas/${schema}`;
}

function specified(status: number, schema: string): SpecifiedResponse {
  const { properties = {}, required = [] } = schemas[schema] ?? {};
  // A later version may add an optional member to a success.
  if (status >= 300) expect(required).toEqual(Object.keys(properties));
  return { status, error: (properties['error'] as Schema | undefined)?.enum?.[0], members: required };
}

function inOrder(responses: SpecifiedResponse[]): SpecifiedResponse[] {
  return responses.toSorted((a, b) => a.status - b.status || String(a.error).localeCompare(String(b.error)));
}
