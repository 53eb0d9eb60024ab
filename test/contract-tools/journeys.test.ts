import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { runJourneys } from '../../contract/journeys/run.ts';
import { createMock } from '../../contract/mock.ts';
import { urlOf } from '../../src/http/listen.ts';

/** `.ci/run` shows that they succeed. */
test('a journey fails where a step gets another response', async () => {
  const mock = (await createMock()).listen(0, '127.0.0.1'); // it remembers nobody
  await once(mock, 'listening');
  const { exitCode, output } = await runJourneys({
    url: urlOf(mock),
    newPlayer: () => ({ id: 'ann', token: 'any', people: new Set() }),
  });
  mock.close();
  expect(output).toMatch(/^Failed tests info:[^✗]*stepId - submitUnsolved/);
  expect(exitCode).toBe(1);
});
