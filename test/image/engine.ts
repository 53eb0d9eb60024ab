import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';
import { buildWithBuildah, type Image } from './buildah.ts';

const run = promisify(execFile);

/**
 * Builds the Dockerfile with Docker or Podman, whichever runs on this machine, or else with
 * Debian's buildah.
 *
 * @throws Error when the build fails
 */
export async function buildImage(): Promise<Image> {
  const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['version']).status === 0);
  return engine === undefined ? await buildWithBuildah() : await buildWith(engine);
}

async function buildWith(engine: string): Promise<Image> {
  const name = 'verse-submissions:test';
  const format = engine === 'podman' ? ['--format=docker'] : []; // OCI's own has no health checks
  await run(engine, ['build', ...format, '--tag', name, root]);
  const [{ Config, HealthCheck }] = JSON.parse((await run(engine, ['image', 'inspect', name])).stdout);
  return {
    config: { Healthcheck: HealthCheck, ...Config },
    commandLine: (command, env) => [
      engine,
      ...['run', '--rm', '--network=host', '--read-only', '--tmpfs=/tmp'],
      ...['--cap-drop=ALL', '--security-opt=no-new-privileges'],
      ...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
      ...[name, ...command],
    ],
    async [Symbol.asyncDispose]() {
      await run(engine, ['image', 'rm', name]);
    },
  };
}
