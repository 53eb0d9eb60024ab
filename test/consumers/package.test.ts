import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { installPackedClient } from '../support/packed-client.ts';

const project = await installPackedClient();
afterAll(async () => await project[Symbol.asyncDispose]());

test('publint finds nothing in the packed client', async () => {
  const { messages, pkg } = await publint({ pkgDir: project.client, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('each module of the packed client has its types, for programs of ES modules', async () => {
  const packed = await readFile(join(project.directory, project.packed));
  const analysis = await checkPackage(createPackageFromTarballData(packed));
  if (!analysis.types) throw new Error('It has no types');
  expect(Object.keys(analysis.entrypoints)).toContain('./element');
  // A CommonJS program has to import() it, and the oldest resolution knows no `exports`.
  const ofOthers = ['CJSResolvesToESM', 'NoResolution'];
  expect(analysis.problems.filter(({ kind }) => !ofOthers.includes(kind))).toEqual([]);
});
