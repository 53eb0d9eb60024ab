import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { environment, parseEnvironment, readConfig } from '../../src/config.ts';
import { livezOperation, readyzOperation } from '../../src/generated/operations.admin.ts';
import { root } from '../../src/root.ts';
import { image, read } from './image.ts';

/** Settings by name, with the values that the manifest itself contains. */
type Settings = Record<string, string | undefined>;

/** Fails unless the service knows all of the settings and accepts their values. */
function expectAccepted(settings: Settings): void {
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(settings)));
  const { DATABASE_URL: _secret, ...others } = settings;
  expect(() => readConfig(others)).not.toThrow();
}

/** Fails unless the image has the script that a command runs. */
function expectRunnable([node, script = '']: readonly string[]): void {
  expect(node).toBe('node');
  expect(image.files).toContain(script.split('/')[0]);
  expect(existsSync(join(root, script))).toBe(true);
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));

  test.each(['migrate', 'service'])('%s sets variables that the service reads', (name) => {
    const settings: Settings = compose.services[name].environment;
    const secrets = Object.keys(settings).filter((key) => settings[key]?.includes('${'));
    expectAccepted({ ...settings, ...Object.fromEntries(secrets.map((key) => [key, undefined])) });
  });

  test('runs a script of the image', () => {
    expectRunnable(compose.services.migrate.command);
  });

  test("publishes the service's port only", () => {
    const { PORT } = parseEnvironment(environment, image.environment);
    expect(compose.services.service.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
  });

  test('mounts scripts that exist, and sets the passwords that passwords.sql reads', () => {
    const { volumes, environment: settings } = compose.services.database;
    const files = volumes.map((volume: string) => volume.split(':')[0]).filter((path: string) => path.startsWith('.'));
    expect(files).toEqual(['./deploy/roles.sql', './deploy/passwords.sql']);
    const passwords = [...read('deploy/passwords.sql').matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name]) => name);
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(passwords));
  });
});

describe('deploy/kubernetes.yaml', () => {
  const [deployment, exposed, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) =>
    document.toJS(),
  );
  const { containers, initContainers, terminationGracePeriodSeconds, securityContext } = deployment.spec.template.spec;
  const [service] = containers;
  const settingsOf = ({ env }: { env: { name: string; value?: string }[] }): Settings =>
    Object.fromEntries(env.map(({ name, value }) => [name, value]));

  test.each([...initContainers, ...containers])('$name sets variables that the service reads', (container) => {
    expectAccepted(settingsOf(container));
  });

  test('runs a script of the image', () => {
    expectRunnable(initContainers[0].command);
  });

  test("has the image's ports, a user without rights and the current version", () => {
    const { PORT, ADMIN_PORT } = parseEnvironment(environment, { ...image.environment, ...settingsOf(service) });
    expect(image.ports).toEqual([PORT, ADMIN_PORT]);
    expect(service.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'admin', containerPort: ADMIN_PORT },
    ]);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const { version } = JSON.parse(read('package.json'));
    const versions = [...initContainers, ...containers].map((container) => container.image.split(':').at(-1));
    expect(versions).toEqual([version, version]);
  });

  test("leads requests to the public port of the Deployment's pods", () => {
    const { labels } = deployment.spec.template.metadata;
    expect(exposed.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(exposed.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  });

  test('probes paths that exist, and waits until the service has ended', () => {
    const { startupProbe, livenessProbe, readinessProbe } = service;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual(
      [livezOperation, livezOperation, readyzOperation].map(({ path }) => ({ path, port: 'admin' })),
    );
    expect(terminationGracePeriodSeconds).toBeGreaterThan(service.lifecycle.preStop.sleep.seconds + 10);
  });
});
