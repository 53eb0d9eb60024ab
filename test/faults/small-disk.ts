import { execFile } from 'node:child_process';
import { chown, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { print } from '../support/figures.ts';
import type { Postgres } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

/**
 * Mounts a file system of a few MiB in memory, for tests that fill it up.
 *
 * @returns undefined, and prints the reason, if this process may not mount file systems
 */
export async function mountSmallDisk(mebibytes: number) {
  const directory = await temporaryDirectory();
  const filling = join(directory, 'filling');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory]);
  } catch (error) {
    await rm(directory, { recursive: true });
    print('disk-full', `SKIPPED: a small disk cannot be mounted here: ${(error as Error).message}`);
    return undefined;
  }
  return {
    /** Takes the service's tables and their indexes. */
    async takeTables(postgres: Postgres): Promise<void> {
      const [row] = await postgres.query<{ path: string }>("select current_setting('data_directory') as path");
      const { uid, gid } = await stat(row?.path ?? '');
      await chown(directory, uid, gid);
      await postgres.query(`create tablespace small location '${directory}'`);
      for (const kind of ['table', 'index'])
        await postgres.query(`alter ${kind} all in tablespace pg_default set tablespace small`);
    },
    /** Uses up all free space. */
    async fill(): Promise<void> {
      await run('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4k']).catch((error: { stderr: string }) => {
        if (!error.stderr.includes('No space left')) throw error;
      });
    },
    /** Frees the space that `fill` used up. */
    empty: () => rm(filling),
    async unmount(): Promise<void> {
      await run('umount', [directory]);
      await rm(directory, { recursive: true });
    },
  };
}
