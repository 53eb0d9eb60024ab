import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';

const run = promisify(execFile);
/** An empty project into which the client is installed as its users install it: from the packed file. */
export interface Project extends AsyncDisposable {
  readonly directory: string;
  /** Where the installed package lies. */
  readonly client: string;
  /** Writes a file into the project. */
  write(name: string, content: string): Promise<void>;
}

export async function installPackedClient(): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'client-'));
  const write = (name: string, content: string) => writeFile(join(directory, name), content);
  // From a copy: packing builds `dist`, and test files that run side by side would write it at the same time.
  const copy = join(directory, 'copy');
  const isSource = (path: string) => !path.startsWith(join(root, 'client/dist'));
  await cp(join(root, 'client'), copy, { recursive: true, filter: isSource });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${directory}`], { cwd: copy });
  await rm(copy, { recursive: true });
  const packed: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [{ filename: string }];
  await write('package.json', '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(directory, filename)], { cwd: directory });
  return {
    directory,
    client: join(directory, 'node_modules/@verse-submissions/client'),
    write,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}
