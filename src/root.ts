import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The project's folder, for the files in it: what has been built lies elsewhere than its sources. */
export const root = new URL('.', pathToFileURL(findPackageJSON(import.meta.url) as string));
