import { StartError } from '../start-error.ts';
import { embeddedDirectory } from './directory.ts';
import { embeddedUrl } from './postgres.ts';

/**
 * The URL of the embedded database that `npm start` has started.
 *
 * @throws StartError when there is none
 */
export async function runningDatabase(): Promise<string> {
  const url = await embeddedUrl(embeddedDirectory);
  if (url === undefined)
    throw new StartError('The embedded PostgreSQL is not running: run `npm start` in another terminal');
  return url;
}
