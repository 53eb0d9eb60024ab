import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { parseDocument } from '../../contract/diff/sources.ts';
import { keysOf, pointerTo } from '../../contract/document/pointer.ts';
import { type ContractFile, contractFiles, parseContract, readContract } from '../../contract/document/read.ts';
import { deadReferences, resolve, resolveAll } from '../../contract/document/references.ts';
import { renderFiles } from '../../scripts/codegen/files.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { edited } from '../support/contract-edits.ts';

const ref = (name: string) => ({ $ref: `#/${name}` });
const sources = Object.fromEntries(contractFiles.map((file) => [file, stringify(readContract(file))])) as Record<
  ContractFile,
  string
>;

test('the keys of a pointer are those that it was made of', () => {
  const keys = ['paths', '/api/~user/{id}', 'get', ''];
  expect(pointerTo(...keys)).toBe('#/paths/~1api~1~0user~1{id}/get/');
  expect(keysOf(pointerTo(...keys))).toEqual(keys);
});

test('a reference may lead through others, and what it leads to may have its own', () => {
  const document = { a: ref('b'), b: { c: ref('d') }, d: { list: [1, ref('e')] }, e: 2 };
  expect(resolve(document, '#', ref('a/c'))).toBe(document.d);
  expect(resolveAll(document, '#', document)).toEqual({
    a: { c: { list: [1, 2] } },
    b: { c: { list: [1, 2] } },
    d: { list: [1, 2] },
    e: 2,
  });
  expect(document.a).toEqual(ref('b'));
});

test('a schema that refers to itself contains itself', () => {
  const document = { tree: { children: { items: ref('tree') } } };
  const tree = resolveAll<{ children: { items: unknown } }>(document, '#', ref('tree'));
  expect(tree.children.items).toBe(tree);
});

test('a reference that leads nowhere is an error that names its place', () => {
  const other = { $ref: 'other.yaml#/b' };
  const document = { a: [ref('b'), ref('gone')], b: { c: ref('b/d') }, other, example: { $ref: 3 } };
  expect(deadReferences(document)).toEqual([
    ['#/a/1', '#/gone'],
    ['#/b/c', '#/b/d'],
    ['#/other', 'other.yaml#/b'],
  ]);
  expect(() => resolve(document, '#/here', ref('gone'))).toThrow('#/here: there is no #/gone');
  expect(() => resolveAll(document, '#', document)).toThrow('#/b/c: there is no #/b/d');
});

test('codegen names every reference that leads nowhere, also those that it does not read', () => {
  const gone = ref('components/schemas/Gone');
  const spoilt = edited(readContract(), {
    set: {
      'paths /api/submit-verse post x-checks 0 error': gone,
      Unused: { type: 'array', items: { type: 'array', items: gone } },
    },
  });
  expect(() => renderOperations(spoilt, './openapi.ts')).toThrow(
    [
      '#/paths/~1api~1submit-verse/post/x-checks/0/error: there is no #/components/schemas/Gone',
      '#/components/schemas/Unused/items/items: there is no #/components/schemas/Gone',
    ].join('\n'),
  );
});

describe('a ring of references, which stands for nothing, is an error that names its place', () => {
  const schema = (name: string) => ref(`components/schemas/${name}`);
  const rings: Readonly<Record<string, object>> = {
    'a reference to itself': { Ring: schema('Ring') },
    'two references to each other': { Ring: schema('Other'), Other: schema('Ring') },
    'a union of itself': { Ring: { allOf: [{ type: 'object' }, schema('Other')] }, Other: schema('Ring') },
  };
  /** What the tools read documents with: the mock, the report, the linters and Dredd with the first. */
  const readers: Readonly<Record<string, (yaml: string) => unknown>> = {
    parseContract: (yaml) => parseContract('openapi.yaml', yaml),
    'the comparison': (yaml) => parseDocument('openapi.yaml', yaml),
    codegen: (yaml) => renderFiles({ ...sources, 'openapi.yaml': yaml }),
  };

  test.each(Object.keys(rings).flatMap((ring) => Object.keys(readers).map((reader) => ({ ring, reader }))))(
    '$ring, for $reader',
    async ({ ring, reader }) => {
      const { components, ...rest } = readContract();
      const spoilt = { ...rest, components: { ...components, schemas: { ...components.schemas, ...rings[ring] } } };
      const read = async () => await readers[reader]?.(stringify(spoilt));
      await expect(read()).rejects.toThrow(
        /^openapi\.yaml: #\/components\/schemas\/Ring\S*: #\/components\/schemas\/\w+ leads back to itself/,
      );
    },
  );

  test('a schema that has itself as a member is none', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: schema('Tree') } } };
    const contract = edited(readContract(), { set: { Tree: tree, 'Submission.tree': schema('Tree') } });
    expect(parseContract('openapi.yaml', stringify(contract))).toEqual(contract);
    expect(() => renderOperations(contract, './openapi.ts')).not.toThrow();
  });
});
