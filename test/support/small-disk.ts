import { execFile } from 'node:child_process';
import { chown, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary-directory.ts';

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

  /** Makes the owner of another path the owner of this folder. */
  async giveToOwnerOf(path: string): Promise<void> {
    const { uid, gid } = await stat(path);
    await chown(this.directory, uid, gid);
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
