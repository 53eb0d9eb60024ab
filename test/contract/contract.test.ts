import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { OpenAPIBackend } from 'openapi-backend';
import { contract, schemaFaults } from '../../contract/documented.ts';
import { root } from '../../src/root.ts';
import { createTestDatabase } from '../support/database.ts';

const operation = contract.paths['/api/submit-verse'].post;
const operationPointer = '#/paths/~1api~1submit-verse/post';
const { schemas, responses: sharedResponses } = contract.components;

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

/** The specification's parts 2 and 7. The text of an invalid verse is left to the validation. */
const specifiedAnswers: Answer[] = [
  { status: 201, error: undefined, members: ['scheduledDate', 'reference', 'windowText'] },
  { status: 401, error: 'Unauthorized', members: ['error'] },
  { status: 400, error: 'Invalid JSON body', members: ['error'] },
  { status: 400, error: 'A valid localDate (YYYY-MM-DD) is required', members: ['error'] },
  { status: 403, error: "Solve today's puzzle first", members: ['error'] },
  { status: 429, error: 'Cooldown active', members: ['error', 'cooldownEndsAt'] },
  { status: 400, error: undefined, members: ['error'] },
  { status: 500, error: 'Failed to schedule submission', members: ['error'] },
];

/** What the specification leaves open: how large a body may be. */
const furtherAnswers: Answer[] = [{ status: 413, error: 'Request body too large', members: ['error'] }];

interface Answer {
  readonly status: number;
  readonly error: string | undefined;
  readonly members: readonly string[];
}

describe('the contract says what the specification says', () => {
  test('the checks, their order and their statuses', () => {
    expect(operation['x-checks'].map(({ name, status }) => [name, status])).toEqual(specifiedChecks);
  });

  test('the statuses, error texts and members of the answers', () => {
    const documented = Object.entries(operation.responses).flatMap(([status, response]) =>
      bodySchemas(response).map((pointer) => answer(Number(status), pointer)),
    );
    expect(inOrder(documented)).toEqual(inOrder([...specifiedAnswers, ...furtherAnswers]));
  });

  test('a cooldown of 7×24 hours, which is also the one that the database enforces', async () => {
    const database = await createTestDatabase();
    const enforced = await database.query(
      `select substring(pg_get_constraintdef(oid) from '''([^'']*)''::interval') as hours
       from pg_constraint where conname = 'scheduled_submission_cooldown'`,
    );
    await database.drop();
    expect(Temporal.Duration.from(operation['x-cooldown']).total('hours')).toBe(7 * 24);
    expect(enforced).toEqual([{ hours: `${7 * 24}:00:00` }]);
  });
});

describe('an error is told by its text', () => {
  const errors = Object.entries(schemas).flatMap(([name, { properties }]) =>
    properties?.['error'] === undefined ? [] : [{ name, texts: properties['error'].enum }],
  );

  test('each has exactly one, but for the messages of an invalid verse', () => {
    expect(errors.filter(({ texts }) => texts?.length !== 1)).toEqual([{ name: 'InvalidVerse', texts: undefined }]);
  });

  test('no two share one', () => {
    const texts = errors.flatMap((error) => error.texts ?? []);
    expect(texts).toEqual([...new Set(texts)]);
  });

  test.each(
    Object.values(operation.responses).flatMap((response) =>
      Object.entries(response.content['application/json'].examples ?? {}).map(([name, { value }]) => ({
        name,
        value,
        alternatives: bodySchemas(response),
      })),
    ),
  )('the example $name is that error and none of the others of its status', ({ name, value, alternatives }) => {
    const matching = alternatives.filter((pointer) => schemaFaults(pointer, value).length === 0);
    expect(matching).toEqual([`#/components/schemas/${name}`]);
  });
});

describe('every message has an example, and every example is what the schema describes', () => {
  test.each([
    { of: 'request', pointer: `${operationPointer}/requestBody`, message: operation.requestBody },
    ...Object.entries(operation.responses).map(([status, message]) => ({
      of: `response ${status}`,
      pointer: `${operationPointer}/responses/${status}`,
      message,
    })),
    ...Object.entries(sharedResponses).map(([name, message]) => ({
      of: `response ${name}`,
      pointer: `#/components/responses/${name}`,
      message,
    })),
  ])('$of', ({ pointer, message }) => {
    const { example, examples = {} } = message.content['application/json'];
    const values = [example, ...Object.values(examples).map(({ value }) => value)].filter(Boolean);
    expect(values).not.toEqual([]);
    for (const value of values) expect(schemaFaults(`${pointer}/content/application~1json/schema`, value)).toEqual([]);
  });
});

test('openapi-backend accepts the contract in strict mode', async () => {
  const definition = join(root, 'openapi.yaml');
  await expect(new OpenAPIBackend({ definition, strict: true, validate: false }).init()).resolves.toBeDefined();
});

type Response = (typeof operation.responses)[string];

/** Pointers to the schemas that a response's body can have. */
function bodySchemas({ content }: Response): string[] {
  const { schema } = content['application/json'];
  return ('oneOf' in schema ? schema.oneOf : [schema]).map(({ $ref }) => $ref);
}

function answer(status: number, pointer: string): Answer {
  const { properties = {}, required, additionalProperties } = schemas[pointer.split('/').at(-1) ?? ''] ?? {};
  const members = Object.keys(properties);
  // Every member is required, and there are no others.
  expect({ required, additionalProperties }).toEqual({ required: members, additionalProperties: false });
  return { status, error: properties['error']?.enum?.[0], members };
}

function inOrder(answers: Answer[]): Answer[] {
  return answers.toSorted((a, b) => a.status - b.status || String(a.error).localeCompare(String(b.error)));
}
