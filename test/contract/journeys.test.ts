import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newPlayer } from '../../contract/dredd/player.ts';
import { runJourneys } from '../../contract/journeys/run.ts';
import { startMock } from '../../contract/mock/server.ts';

/** `.ci/run` shows that they succeed. */
test('a journey fails where a step gets another response', async () => {
  const forgets = await startMock(0, '127.0.0.1', undefined, true);
  const player = await newPlayer({ secret: randomBytes(32).toString('hex') }, ['puzzle', 'calendar-editor']);
  const { exitCode, output } = await runJourneys({ url: forgets.url, player });
  await forgets.close();
  expect(output).toMatch(/^Failed tests info:[^✗]*stepId - submitUnsolved/);
  expect(exitCode).toBe(1);
});
