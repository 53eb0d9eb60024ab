import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** What the image says about itself, by the names of Docker's format. */
export interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The built image. */
export interface Image extends AsyncDisposable {
  readonly config: ImageConfig;
  /**
   * How to run a command of the image in a container with the host's network, a file system that is
   * read-only except for `/tmp`, and no capabilities. The program passes signals on, and exits as
   * the command does.
   */
  commandLine(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
  ): readonly [program: string, ...string[]];
}

/**
 * What the image needs of its base, besides Node.js and npm: a shell, its tools and Node's
 * libraries.
 */
const packages = ['base-files', 'dash', 'coreutils', 'libatomic1', 'libstdc++6'];

/**
 * Builds the Dockerfile as root on Debian, where no engine runs: on a base of Debian's packages
 * with this process's own Node.js and npm, under the name in the Dockerfile. The base has no more
 * of the official one than this, so only an engine shows that the official one serves.
 *
 * @throws Error when a command fails; it has the command's standard error
 */
export async function buildWithBuildah(): Promise<Image> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const run = async (command: string, ...args: string[]) =>
    (await promisify(execFile)(command, args, { maxBuffer: 2 ** 26 })).stdout.trim();
  // Storage of its own, since this base must not be taken for the official one.
  const buildah = (...args: string[]) =>
    run('buildah', `--root=${directory}/images`, `--runroot=${directory}/run`, ...args);
  opened.defer(async () => void (await buildah('umount', '--all')));

  const base = await buildah('from', 'scratch');
  await makeBase(await buildah('mount', base), run);
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (NODE_EXTRA_CA_CERTS) await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, base);
  const [, name] = /^FROM (\S+)/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8')) ?? [];
  await buildah('commit', '--rm', '--disable-compression', base, `docker.io/library/${name}`);
  const id = await buildah('build', '--isolation=chroot', '--pull-never', '--format=docker', '--quiet', root);
  const { Docker } = JSON.parse(await buildah('inspect', '--type=image', id));
  const container = await buildah('from', '--pull-never', id);
  const mounted = await buildah('mount', container);

  const closers = opened.move();
  return {
    config: Docker.config,
    commandLine: (command, env) => [
      ...(['unshare', '--mount', 'sh', '-euc', inContainer, 'sh', mounted, Docker.config.User] as const),
      ...Docker.config.Env,
      ...Object.entries(env).map(([variable, value]) => `${variable}=${value}`),
      ...command,
    ],
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

/**
 * Where the base has the certificates that npm needs behind a proxy with a certificate of its own.
 */
const certificates = '/etc/ssl/extra.pem';

async function makeBase(folder: string, run: (command: string, ...args: string[]) => Promise<string>): Promise<void> {
  const { npm_execpath = '', NODE_EXTRA_CA_CERTS } = process.env;
  const codename = await run('sh', '-c', '. /etc/os-release && echo "$VERSION_CODENAME"');
  await run('mmdebstrap', '--variant=extract', `--include=${packages.join()}`, codename, folder);
  const local = join(folder, 'usr/local');
  for (const part of ['bin', 'lib/node_modules']) await mkdir(join(local, part), { recursive: true });
  await copyFile(process.execPath, join(local, 'bin/node'));
  await cp(dirname(dirname(npm_execpath)), join(local, 'lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  await appendFile(join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  await appendFile(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  await mkdir(join(folder, 'etc/ssl'), { recursive: true });
  if (NODE_EXTRA_CA_CERTS) await copyFile(NODE_EXTRA_CA_CERTS, join(folder, certificates));
}

/**
 * A container by Linux's own means: a mount namespace that ends with the process. Every program
 * here replaces the one before, so signals reach the command.
 */
const inContainer = `
  folder=$1 user=$2; shift 2
  mount --bind "$folder" "$folder"
  mount -o remount,bind,ro "$folder"
  mount -t tmpfs tmpfs "$folder/tmp"
  mount -t proc proc "$folder/proc"
  mount --bind /dev "$folder/dev"
  exec setpriv --no-new-privs chroot --userspec="$user:" "$folder" env -i --chdir=/app "$@"
`;
