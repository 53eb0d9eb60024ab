import { join } from 'node:path';

/** The project's folder. A built file (`dist/`) is as deep in it as its source (`src/`). */
export const root = join(import.meta.dirname, '..');
