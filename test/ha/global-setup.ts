import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cluster } from './cluster.ts';

/** One cluster for all tests, with PgBouncer, in a folder of its own. */
export default async function globalSetup(): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Error('These tests need root, for network namespaces: run `sudo env PATH="$PATH" npm run test:ha`');
  }
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-ha-'));
  // The user postgres must get in.
  await chmod(directory, 0o755);
  process.env['HA_DIR'] = directory;
  await cluster('install');
  await cluster('start', '--pgbouncer');
  process.env['TEST_HA_URLS'] = await cluster('urls');
}
