import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, token } from '../support/service.ts';

describe('Dredd without our hooks passes every transaction that it can provoke', () => {
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
      passed: [...output.matchAll(/^pass: (.*) duration: /gm)].map(([, name]) => name),
      total: /^complete: (.*)$/m.exec(output)?.[1],
    };
  }

  test('without a token, each 401', async () => {
    await expect(dredd()).resolves.toEqual({
      passed: [
        'POST (401) /api/submit-verse',
        'GET (401) /api/eligibility?localDate=2026-11-21',
        'GET (401) /api/submissions',
      ],
      total: '3 passing, 11 failing, 0 errors, 0 skipped, 14 total',
    });
  });

  test('with the token of a player who may submit, each success', async () => {
    await service.solve('stock');
    await expect(dredd('--header', `Authorization: Bearer ${await token('stock')}`)).resolves.toEqual({
      passed: [
        'POST (201) /api/submit-verse',
        'GET (200) /api/eligibility?localDate=2026-11-21',
        'GET (200) /api/submissions',
      ],
      total: '3 passing, 11 failing, 0 errors, 0 skipped, 14 total',
    });
  });
});
