import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { renderClient } from '../../scripts/codegen/client.ts';
import { root } from '../../src/root.ts';
import { ContractCopy } from '../support/contract-copy.ts';

/** The contract after an edit. */
// biome-ignore lint/suspicious/noExplicitAny: an edit may make the contract what its type does not allow
async function edited(edit: (contract: any) => void) {
  const contract = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  edit(contract);
  return contract;
}

test.each(['openapi.ts', 'operations.ts'])("--check reports the client's %s when it was edited", async (name) => {
  await using copy = await ContractCopy.create();
  await appendFile(join(copy.directory, 'client/src/generated', name), '\n');
  const { status, stderr } = copy.run('scripts/codegen.ts', '--check');
  expect(stderr).toContain(`Not what the contracts give: client/src/generated/${name}.`);
  expect(status).toBe(1);
});

test('a new status is a new member of the union', async () => {
  const contract = await edited(({ paths }) => {
    const { responses } = paths['/api/submit-verse'].post;
    responses['409'] = responses['429'];
  });
  expect(renderClient(contract)).toContain(
    "| ({ readonly status: 409; readonly retryAfter: number; } & (Schemas['CooldownActive']))",
  );
});

test('the client checks only the members that every body of a status has', async () => {
  const contract = await edited(({ components }) => {
    components.schemas.InvalidJsonBody.properties.position = { type: 'string' };
  });
  expect(renderClient(contract)).toContain('400: {"members":["error"],"numbers":{}}');
});

test('a member that is no string ends codegen, because the client could not check it', async () => {
  const contract = await edited(({ components }) => {
    components.schemas.InvalidVerse.properties.chapters = { type: 'integer' };
  });
  expect(() => renderClient(contract)).toThrow(/^chapters of the response "One of three checks failed/);
});
