import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

interface LockedPackage {
  readonly integrity?: string;
  /** Whether it is a folder of the project. */
  readonly link?: boolean;
  /** Whether another package contains it, whose integrity is its own. */
  readonly inBundle?: boolean;
}

// npm writes no integrity for a version that was never published, and would install any later.
test.each(['.', 'bench', 'contract', 'test'])('each package in the lock file of %s has its integrity', (folder) => {
  const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const installed = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => /\bnode_modules\//.test(path) && !link && !inBundle,
  );
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});
