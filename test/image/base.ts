import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a command, and returns its output.
 *
 * @throws Error when the command fails; it has the command's standard error
 */
export async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { maxBuffer: 2 ** 26 })).stdout.trim();
}

/**
 * Where a base has the certificates that npm needs behind a proxy with a certificate of its own.
 */
export const certificates = '/etc/ssl/extra.pem';

/**
 * Makes a base of Debian's packages with this process's own Node.js and npm, as root on Debian. It
 * has no more of the official image than that.
 *
 * @param folder an empty one, which becomes the base's root
 */
export async function makeNodeBase(folder: string): Promise<void> {
  const { npm_execpath = '', NODE_EXTRA_CA_CERTS } = process.env;
  // A shell, its tools and Node's libraries.
  await makeDebian(folder, ['libatomic1', 'libstdc++6'], { name: 'node', id: 1000 });
  const local = join(folder, 'usr/local');
  for (const part of ['bin', 'lib/node_modules']) await mkdir(join(local, part), { recursive: true });
  await copyFile(process.execPath, join(local, 'bin/node'));
  await cp(dirname(dirname(npm_execpath)), join(local, 'lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  await mkdir(join(folder, 'etc/ssl'), { recursive: true });
  if (NODE_EXTRA_CA_CERTS) await copyFile(NODE_EXTRA_CA_CERTS, join(folder, certificates));
}

/**
 * Unpacks packages of this machine's Debian, with a shell and its tools, and adds a user.
 *
 * @param folder an empty one, which becomes the root
 */
export async function makeDebian(
  folder: string,
  packages: readonly string[],
  { name, id }: { readonly name: string; readonly id: number },
): Promise<void> {
  const codename = await run('sh', '-c', '. /etc/os-release && echo "$VERSION_CODENAME"');
  const included = ['base-files', 'dash', 'coreutils', ...packages].join();
  await run('mmdebstrap', '--variant=extract', `--include=${included}`, codename, folder);
  await appendFile(
    join(folder, 'etc/passwd'),
    `root:x:0:0::/root:/bin/sh\n${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`,
  );
  await appendFile(join(folder, 'etc/group'), `root:x:0:\n${name}:x:${id}:\n`);
}
