import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { clientLimits } from '../../src/http/limits.ts';

test('slow clients have less time than Node gives them by itself', () => {
  const [ours, nodes] = [createServer(clientLimits), createServer()];
  expect(ours.headersTimeout).toBeLessThan(nodes.headersTimeout);
  expect(ours.requestTimeout).toBeLessThan(nodes.requestTimeout);
  expect(ours.headersTimeout).toBeLessThanOrEqual(ours.requestTimeout);
});
