import { fileURLToPath } from 'node:url';

/** Where the embedded default keeps its data between starts. */
export const embeddedDirectory = fileURLToPath(new URL('../../.data', import.meta.url));
