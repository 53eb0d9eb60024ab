import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { clientLimits } from '../../src/server/limits.ts';

test('limits slow clients more strictly than Node does by default', () => {
  const [ours, nodes] = [createServer(clientLimits), createServer()];
  expect(ours.headersTimeout).toBeLessThan(nodes.headersTimeout);
  expect(ours.requestTimeout).toBeLessThan(nodes.requestTimeout);
  expect(ours.headersTimeout).toBeLessThanOrEqual(ours.requestTimeout);
});
