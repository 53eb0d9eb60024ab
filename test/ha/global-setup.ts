import { chmod } from 'node:fs/promises';
import { build } from '../../scripts/build.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { cluster } from './cluster.ts';

/** One cluster for all tests, with PgBouncer, in a folder of its own. */
export default async function globalSetup(): Promise<void> {
  if (process.getuid?.() !== 0) {
    const packages = (await cluster('lacking')).replaceAll('\n', ' ') || 'none';
    throw new Error(`These tests need root, for network namespaces. Debian packages to install first: ${packages}`);
  }
  await build();
  const directory = await temporaryDirectory();
  // The user postgres must be able to read it.
  await chmod(directory, 0o755);
  process.env['HA_DIR'] = directory;
  await cluster('install');
  try {
    await cluster('start', '--pgbouncer');
  } catch (error) {
    // The logs stay. A cluster that already runs belongs to somebody else, who must stop it.
    if (!/runs already/.test(String(error))) await cluster('stop');
    throw error;
  }
  process.env['TEST_HA_URLS'] = await cluster('urls');
}
