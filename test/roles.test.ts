import { expect, test } from '@jest/globals';
import { contractRoles, rolesOf } from '../src/roles.ts';

const { names } = contractRoles;
const editor = ['calendar-editor'];
const auth0 = 'https://verses.example/roles';

test.each<[string, string, Record<string, unknown>, readonly string[]]>([
  ['the claim of RFC 9068', 'roles', { roles: editor }, editor],
  [
    'several roles, and others',
    'roles',
    { roles: ['puzzle', 'admin', 'calendar-editor'] },
    ['calendar-editor', 'puzzle'],
  ],
  ['a path (Keycloak)', 'realm_access.roles', { realm_access: { roles: editor } }, editor],
  ['a URL (Auth0)', auth0, { [auth0]: editor }, editor],
  ['a name before a path', 'a.b', { 'a.b': editor, a: { b: ['puzzle'] } }, editor],
  ['a name of another shape before a path', 'a.b', { 'a.b': 'none', a: { b: editor } }, []],
  ['no claim', 'roles', {}, []],
  ['a path that ends early', 'a.b.c', { a: { b: null } }, []],
  ['a path through a string', 'roles.length', { roles: 'calendar-editor' }, []],
  ['a path through what every object has', 'constructor.name', {}, []],
  ['a string', 'roles', { roles: 'calendar-editor' }, []],
  ['an object', 'roles', { roles: { 'calendar-editor': true } }, []],
  ['a list that is not all of strings', 'roles', { roles: ['calendar-editor', 1] }, []],
  ['a role in another case', 'roles', { roles: ['Calendar-Editor'] }, []],
])('roles in %s', (_title, claim, payload, want) => {
  expect(rolesOf(payload, { claim, names })).toEqual(want);
});

test('a role that is called something else has no other name; two may have one', () => {
  const staff = { claim: 'groups', names: { ...names, 'calendar-viewer': 'Staff', puzzle: 'Staff' } };
  const rolesIn = (groups: string[]) => rolesOf({ groups }, staff);
  expect(rolesIn(['Staff'])).toEqual(['calendar-viewer', 'puzzle']);
  expect(rolesIn(['calendar-viewer', 'calendar-editor'])).toEqual(editor);
});
