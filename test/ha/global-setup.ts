import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cluster } from './cluster.ts';

/** One cluster for all tests, with PgBouncer, in a folder of its own. */
export default async function globalSetup(): Promise<void> {
  if (process.getuid?.() !== 0) {
    const packages = (await cluster('lacking')).replaceAll('\n', ' ') || 'none';
    throw new Error(`These tests need root, for network namespaces. Debian packages to install first: ${packages}`);
  }
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-ha-'));
  // The user postgres must get in.
  await chmod(directory, 0o755);
  process.env['HA_DIR'] = directory;
  await cluster('install');
  try {
    await cluster('start', '--pgbouncer');
  } catch (error) {
    // The logs stay. What runs already was started by somebody else, who is to end it.
    if (!/runs already/.test(String(error))) await cluster('stop');
    throw error;
  }
  process.env['TEST_HA_URLS'] = await cluster('urls');
}
