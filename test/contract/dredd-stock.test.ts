import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, token } from '../support/service.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

const operations = operationsOf(readContract());
const transactions = operations.flatMap(({ operation }) => Object.keys(operation.responses)).length;
const total = `${operations.length} passing, ${transactions - operations.length} failing, 0 errors, 0 skipped, ${transactions} total`;

describe('Dredd without our hooks passes one transaction of each operation: it always sends the example', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  /** Runs `npx dredd openapi.yaml URL`. */
  async function dredd(...options: string[]) {
    const script = join(root, 'contract/node_modules/dredd/bin/dredd');
    const run = new RunningScript(root, [script, 'openapi.yaml', service.url, '--loglevel=error', ...options]);
    await run.exitCode;
    const output = stripVTControlCharacters(run.stdout);
    return {
      passed: [...output.matchAll(/^pass: (\w+ \(\d+\)) .* duration: /gm)].map(([, name]) => name),
      total: /^complete: (.*)$/m.exec(output)?.[1],
    };
  }

  test('without a token, each 401, and the 200 of what needs none', async () => {
    const passed = operations.map(
      ({ method, operation: { security } }) => `${method.toUpperCase()} (${security?.length === 0 ? 200 : 401})`,
    );
    await expect(dredd()).resolves.toEqual({ passed, total });
  });

  test('with the token of a player who may submit, the 201 and the reads', async () => {
    await service.solve('stock');
    const run = await dredd('--header', `Authorization: Bearer ${await token('stock')}`);
    expect(run).toEqual({ passed: expect.arrayContaining(['POST (201)', 'GET (200)']), total });
  });
});
