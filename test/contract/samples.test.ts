import { describe, expect, test } from '@jest/globals';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import { schemaFaults } from '../../contract/response-check.ts';

describe.each(contractFiles)('what a tool makes of a schema of %s alone is valid', (file) => {
  const { schemas } = readContract(file).components;

  test.each(Object.keys(schemas))('%s', async (name) => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
    const operation = { operationId: 'sample', responses: { '200': { description: name, content } } };
    const definition = { openapi: '3.0.3', info: {}, paths: { '/': { get: operation } }, components: { schemas } };
    // openapi-backend resolves its references in place.
    const api = new OpenAPIBackend({ definition: structuredClone(definition) as object as Document, quick: true });
    await api.init();
    expect(schemaFaults(`#/components/schemas/${name}`, api.mockResponseForOperation('sample').mock, file)).toEqual([]);
  });
});
