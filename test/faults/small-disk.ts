import { execFile } from 'node:child_process';
import { chown, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Postgres } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

/** A file system of a few MiB in memory, for tests that fill it up. */
export class SmallDisk implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** @returns the reason as text if this process may not mount file systems */
  static async mount(mebibytes: number): Promise<SmallDisk | string> {
    if (process.getuid?.() !== 0) return 'only root may mount a small disk';
    const directory = await temporaryDirectory();
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory]);
      return new SmallDisk(directory);
    } catch (error) {
      await rm(directory, { recursive: true });
      return `a small disk cannot be mounted here: ${(error as Error).message}`;
    }
  }

  /** Takes the service's tables and their indexes. */
  async takeTables(postgres: Postgres): Promise<void> {
    const [{ path } = { path: '' }] = await postgres.query<{ path: string }>(
      "select current_setting('data_directory') as path",
    );
    const { uid, gid } = await stat(path);
    await chown(this.directory, uid, gid);
    await postgres.query(`create tablespace small location '${this.directory}'`);
    await postgres.query(`
      do $$
      declare relation record;
      begin
        for relation in
          select oid::regclass as name, case relkind when 'i' then 'index' else 'table' end as kind
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
        loop
          execute format('alter %s %s set tablespace small', relation.kind, relation.name);
        end loop;
      end $$`);
  }

  /** Uses up all free space. */
  async fill(): Promise<void> {
    await run('dd', ['if=/dev/zero', `of=${this.#filling}`, 'bs=4k']).catch((error: { stderr: string }) => {
      if (!error.stderr.includes('No space left')) throw error;
    });
  }

  /** Frees the space that `fill` used up. */
  async empty(): Promise<void> {
    await rm(this.#filling);
  }

  get #filling(): string {
    return join(this.directory, 'filling');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', [this.directory]);
    await rm(this.directory, { recursive: true });
  }
}
