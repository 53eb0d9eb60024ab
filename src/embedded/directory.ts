import { fileURLToPath } from 'node:url';
import { root } from '../root.ts';

/** Where the embedded default keeps its data between starts. */
export const embeddedDirectory = fileURLToPath(new URL('.data', root));
