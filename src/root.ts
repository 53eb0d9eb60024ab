import { join } from 'node:path';

/** The project's folder. A built file lies as deep in it as its source. */
export const root = join(import.meta.dirname, '..');
