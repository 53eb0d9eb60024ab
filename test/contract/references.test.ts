import { expect, test } from '@jest/globals';
import { keysOf, pointerTo } from '../../contract/document/pointer.ts';
import { resolve, resolveAll } from '../../contract/document/references.ts';

const ref = (name: string) => ({ $ref: `#/${name}` });
test('the keys of a pointer are those that it was made of', () => {
  const keys = ['paths', '/api/~user/{id}', 'get', ''];
  expect(pointerTo(...keys)).toBe('#/paths/~1api~1~0user~1{id}/get/');
  expect(keysOf(pointerTo(...keys))).toEqual(keys);
});

test('a reference stands for what it leads to, which may have its own', () => {
  const document = { a: ref('b'), b: { c: [1, ref('d')] }, d: { e: 2 } };
  expect(resolve(document, document.a)).toBe(document.b);
  expect(resolveAll(document, document)).toEqual({ a: { c: [1, { e: 2 }] }, b: { c: [1, { e: 2 }] }, d: { e: 2 } });
  expect(document.a).toEqual(ref('b'));
});
