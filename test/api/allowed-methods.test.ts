import { expect, test } from '@jest/globals';
import { OpenAPIBackend } from 'openapi-backend';
import { allowedMethods, operationsAt } from '../../src/api/allowed-methods.ts';

const operation = { responses: { 200: { description: 'OK' } } };
const info = { title: 'Methods', version: '1.0.0' };

test.each([
  ['get', 'GET, HEAD'],
  ['put', 'PUT'],
  ['post', 'POST'],
  ['delete', 'DELETE'],
  ['options', 'OPTIONS'],
  ['patch', 'PATCH'],
  ['trace', 'TRACE'],
])('Allow of a path with %s is %s', async (method, want) => {
  const paths = { '/one': { [method]: operation }, '/other': { get: operation, post: operation } };
  const api = await new OpenAPIBackend({ definition: { openapi: '3.0.3', info, paths } }).init();
  expect(allowedMethods(operationsAt(api, '/one'))).toBe(want);
  expect(allowedMethods(operationsAt(api, '/other'))).toBe('GET, HEAD, POST');
  expect(operationsAt(api, '/none')).toEqual([]);
});
