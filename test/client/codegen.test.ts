import { expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { renderClient } from '../../scripts/codegen/client.ts';

/** The contract after an edit. */
// biome-ignore lint/suspicious/noExplicitAny: an edit may go beyond the type of a contract
function edited(edit: (contract: any) => void) {
  const contract = readContract();
  edit(contract);
  return contract;
}

test('a new status is a new member of the union', () => {
  const contract = edited(({ paths }) => {
    const { responses } = paths['/api/submit-verse'].post;
    responses['409'] = responses['429'];
  });
  expect(renderClient(contract)).toContain(
    "| ({ readonly status: 409; readonly requestId: string | null; readonly retryAfter: number; } & (Schemas['CooldownActive']))",
  );
});

test('only the members that every body of a status requires are checked', () => {
  const contract = edited(({ components }) => {
    components.schemas.InvalidJsonBody.properties.position = { type: 'string' };
    components.schemas.InvalidJsonBody.required.push('position');
  });
  expect(renderClient(contract)).toContain('errors: [400, 401, 403, 413, 500],');
});

test('a required member without a type is rejected, since the client could not check it', () => {
  const contract = edited(({ components }) => {
    components.schemas.InvalidVerse.properties.error = {};
  });
  expect(() => renderClient(contract)).toThrow(
    '#/components/schemas/InvalidVerse/properties/error: the client needs its type',
  );
});
