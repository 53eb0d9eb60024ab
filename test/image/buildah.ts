import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { certificates, makeNodeBase, run } from './base.ts';

/** What the image says about itself, by the names of Docker's format. */
interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The built image. */
export interface Image extends AsyncDisposable {
  readonly config: ImageConfig;
  /**
   * How to run a command of the image in a container with the host's network, a read-only file
   * system and no capabilities. The program passes signals on, and exits as the command does.
   */
  commandLine(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
  ): readonly [program: string, ...string[]];
}

/**
 * Builds the Dockerfile as root on Debian, where no engine runs: on the base of `makeNodeBase`,
 * under the name in the Dockerfile. Only an engine shows that the official base serves.
 *
 * @throws Error when a command fails; it has the command's standard error
 */
export async function buildWithBuildah(): Promise<Image> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  // Storage of its own, since this base must not be taken for the official one.
  const buildah = (...args: string[]) =>
    run('buildah', `--root=${directory}/images`, `--runroot=${directory}/run`, ...args);
  opened.defer(async () => void (await buildah('umount', '--all')));

  const base = await buildah('from', 'scratch');
  await makeNodeBase(await buildah('mount', base));
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
 * A container by Linux's own means: a mount namespace that ends with the process. Every program
 * here replaces the one before, so signals reach the command.
 */
const inContainer = `
  folder=$1 user=$2; shift 2
  mount --bind "$folder" "$folder"
  mount -o remount,bind,ro "$folder"
  mount -t proc proc "$folder/proc"
  mount --bind /dev "$folder/dev"
  exec setpriv --no-new-privs chroot --userspec="$user:" "$folder" env -i --chdir=/app "$@"
`;
