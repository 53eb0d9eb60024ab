import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/**
 * A copy of parts of the project, for tests that write into the project's folder, edit its files or
 * leave some out.
 */
export class ProjectCopy implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Copies files and folders. Installed packages are not copied: `node_modules` links to the
   * project's.
   *
   * @param parts paths from the project's folder
   * @param omitted packages that the copy does not have
   */
  static async create(parts: readonly string[], omitted: readonly string[] = []): Promise<ProjectCopy> {
    const directory = await temporaryDirectory();
    const filter = (source: string) => basename(source) !== 'node_modules';
    // The times say whether installed packages are up to date.
    const options = { recursive: true, filter, preserveTimestamps: true };
    for (const part of parts) await cp(join(root, part), join(directory, part), options);
    for (const part of ['.', ...parts]) {
      const packages = join(part, 'node_modules');
      if (existsSync(join(root, packages))) await link(join(root, packages), join(directory, packages), omitted);
    }
    return new ProjectCopy(directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true });
  }
}

/** Links to a folder of packages, or to each of them where some are omitted. */
async function link(from: string, to: string, omitted: readonly string[]): Promise<void> {
  if (omitted.length === 0) return await symlink(from, to);
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (omitted.includes(name)) continue;
    const ofScope = omitted.flatMap((each) => (each.startsWith(`${name}/`) ? [each.slice(name.length + 1)] : []));
    await link(join(from, name), join(to, name), ofScope);
  }
}
