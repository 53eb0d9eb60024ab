import { spawnSync } from 'node:child_process';
import { root } from '../../src/root.ts';
import { run } from './base.ts';
import { buildWithBuildah, type Image } from './buildah.ts';

/**
 * Builds the Dockerfile with the Docker that answers, with Podman if it can run the image, or else
 * with Debian's buildah. The engine must run on this machine, whose network the containers share.
 *
 * @throws Error when the build fails
 */
export async function buildImage(): Promise<Image> {
  if (answers('docker')) return await buildWith('docker');
  const podmans = answers('podman') ? await buildWith('podman').catch(() => undefined) : undefined;
  return podmans ?? (await buildWithBuildah());
}

const answers = (engine: string) => spawnSync(engine, ['version']).status === 0;

/** @throws Error when the engine cannot build the image, or cannot run it */
async function buildWith(engine: string): Promise<Image> {
  await using opened = new AsyncDisposableStack();
  const name = 'verse-submissions:test';
  const format = engine === 'podman' ? ['--format=docker'] : []; // OCI's own has no health checks
  await run(engine, 'build', ...format, '--tag', name, root);
  opened.defer(async () => void (await run(engine, 'image', 'rm', name)));
  const [{ Config, Healthcheck }] = JSON.parse(await run(engine, 'image', 'inspect', name));
  const rights = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const container = ['run', '--rm', '--no-healthcheck', '--network=host', ...rights];
  await run(engine, ...container, name, 'true');

  const closers = opened.move();
  return {
    config: { Healthcheck, ...Config },
    commandLine: (command, env) => [
      engine,
      ...container,
      ...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
      ...[name, ...command],
    ],
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}
