import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { folders, nearest, unmutated } from './nearest.ts';
import { quote, readSurvivors } from './survivors.ts';

const mutated = nearest.flatMap(({ files }) => files);
const left = Object.keys(unmutated);

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

test.each(folders)('every file of %s has tests nearest to it, or a reason not to be mutated', async (folder) => {
  const known = (file: string) => mutated.includes(file) || left.some((path) => `${file}/`.startsWith(`${path}/`));
  expect((await filesIn(folder)).filter((file) => !known(file))).toEqual([]);
});

test('every file and test that nearest.ts names exists, and no file is named twice', async () => {
  const files = (await Promise.all(folders.map(filesIn))).flat();
  const tests = await filesIn('test');
  expect(mutated.filter((file) => !files.includes(file))).toEqual([]);
  expect(mutated.filter((file, index) => mutated.indexOf(file) !== index)).toEqual([]);
  expect(left.filter((path) => !files.some((file) => `${file}/`.startsWith(`${path}/`)))).toEqual([]);
  const named = nearest.flatMap((each) => each.tests.map((name) => `${name}.test.ts`));
  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});

test('every survivor is in a mutated file, quotes a line of it and has a reason', async () => {
  const survivors = await readSurvivors();
  const sources = new Map<string, string[]>();
  for (const file of mutated) sources.set(file, (await readFile(join(root, file), 'utf8')).split('\n').map(quote));
  expect(survivors.filter(({ file, line }) => !sources.get(file)?.includes(line))).toEqual([]);
  expect(survivors.filter(({ reason }) => reason === '')).toEqual([]);
});
