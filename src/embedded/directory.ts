import { join } from 'node:path';
import { root } from '../root.ts';

/** The folder in which the embedded default keeps its data between starts. */
export const embeddedDirectory = join(root, '.data');
