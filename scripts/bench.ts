/** `npm run bench`: installs the packages of the benchmark, builds the service and measures it. */
import { join } from 'node:path';
import { root } from '../src/root.ts';
import { build } from './build.ts';
import { installPackages } from './install.ts';

installPackages('bench');
await build();
// Not a literal: the project's own TypeScript leaves bench/ out, whose packages may be missing.
await import(join(root, 'bench/run.ts'));
