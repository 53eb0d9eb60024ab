import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

/**
 * The rooms of `src/`, its folders and the files beside them, by floor from the top: a file imports
 * from floors below its own, generated code included, and from its own room.
 */
const floors = [
  ['main.ts'],
  ['run.ts'],
  ['cli'],
  ['embedded'],
  ['service.ts'],
  ['app.ts', 'config.ts'],
  ['desk', 'handlers', 'observability', 'puzzle'],
  ['calendar', 'health'],
  ['http', 'pages', 'player', 'version.ts'],
  ['api', 'database'],
  ['auth', 'entities'],
  ['roles.ts', 'variables.ts', 'verse'],
  ['content.ts'],
  ['generated', 'log.ts', 'process', 'root.ts', 'semaphore.ts', 'single-flight.ts', 'start-error.ts'],
];
const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));
const roomOf = (file: string) => file.split('/', 1)[0] as string;

const files = globSync('**/*.ts', { cwd: `${root}/src`, exclude: ['**/*.d.ts'] }).map((file) =>
  file.replaceAll('\\', '/'),
);
const imports = files.flatMap((file) => {
  const code = readFileSync(`${root}/src/${file}`, 'utf8');
  const found = code.matchAll(/^(?:import|export|\}).* from '(\.[^']*)'|\bimport\('(\.[^']*)'\)|^import '(\.[^']*)'/gm);
  return Array.from(found, ([, from, dynamic, bare]) => ({
    file,
    imported: posix.join(posix.dirname(file), from ?? dynamic ?? bare ?? ''),
  })).filter(({ imported }) => roomOf(imported) !== roomOf(file));
});

test('every room of src has a floor', () => {
  expect([...new Set(files.map(roomOf))].toSorted()).toEqual([...floorOf.keys()].toSorted());
});

test('no file of src imports from a room beside its own or above it', () => {
  const floor = (file: string) => floorOf.get(roomOf(file)) ?? Number.NaN;
  const upwards = imports.filter(({ file, imported }) => !(floor(imported) > floor(file)));
  expect(imports.length).toBeGreaterThan(300);
  expect(upwards.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});

test('what serves players imports nothing of the desk, the site, the pages and the operator', () => {
  const operation = ['api', 'auth', 'calendar', 'database', 'entities', 'handlers', 'http', 'player', 'verse'];
  const others = ['cli', 'desk', 'embedded', 'health', 'observability', 'pages', 'process', 'puzzle'];
  expect([...operation, ...others].toSorted()).toEqual(
    [...floorOf.keys()].filter((room) => !room.endsWith('.ts') && room !== 'generated').toSorted(),
  );
  const found = imports.filter(
    ({ file, imported }) => operation.includes(roomOf(file)) && others.includes(roomOf(imported)),
  );
  expect(found).toEqual([]);
});

test('no title of a test has more than 100 characters', () => {
  const titles = globSync('**/*.test.ts', { cwd: `${root}/test`, exclude: ['node_modules'] }).flatMap((file) => {
    const code = readFileSync(`${root}/test/${file}`, 'utf8');
    const found = code.matchAll(/(?:\b(?:test|describe)(?:\.\w+)*\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
    return Array.from(found, ([, , title = '']) => `${file}: ${title}`);
  });
  expect(titles.length).toBeGreaterThan(500);
  expect(titles.filter((title) => title.length > title.indexOf(': ') + 2 + 100)).toEqual([]);
});
