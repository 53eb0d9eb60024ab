import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { keysOf, pointerTo } from '../../contract/document/pointer.ts';
import { parseContract, readContract } from '../../contract/document/read.ts';
import { deadReferences, resolve, resolveAll } from '../../contract/document/references.ts';
import { StartError } from '../../src/start-error.ts';

const ref = (name: string) => ({ $ref: `#/${name}` });
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

describe('a contract is refused where a reference', () => {
  const schema = (name: string) => ref(`components/schemas/${name}`);
  const list = (items: object) => ({ type: 'array', items });
  const tree = { type: 'object', required: ['children'], properties: { children: list(schema('Tree')) } };
  const inside = '/components/schemas/Tree/properties/children/items/$ref';

  test.each<[string, Record<string, object>, string[]]>([
    [
      'leads nowhere',
      { Tree: list(schema('Gone')) },
      ['/components/schemas/Tree/items/$ref: there is no #/components/schemas/Gone'],
    ],
    [
      'leads to itself',
      { Tree: tree },
      [`${inside}: #/components/schemas/Tree leads back here; allowed: references without a circle`],
    ],
  ])('%s', (_title, schemas, faults) => {
    const { components, ...rest } = readContract();
    const spoilt = { ...rest, components: { ...components, schemas: { ...components.schemas, ...schemas } } };
    const message = faults.map((fault) => `openapi.yaml: ${fault}`).join('\n');
    expect(() => parseContract('openapi.yaml', stringify(spoilt))).toThrow(new StartError(message));
  });
});
