import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { environment, parseEnvironment, readConfig } from '../../src/config.ts';
import { livezOperation, metricsOperation, readyzOperation } from '../../src/generated/operations.admin.ts';
import { root } from '../../src/root.ts';

/** A file of the project, by its path from there. */
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The values of an instruction that the Dockerfile has once. */
const valuesOf = (instruction: string) =>
  read('Dockerfile')
    .match(RegExp(`^${instruction} (.+)$`, 'm'))?.[1]
    ?.split(' ') ?? [];
const imageEnvironment = Object.fromEntries(valuesOf('ENV').map((pair) => pair.split('=', 2)));

const folder = 'deploy/kubernetes';
const files = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml');
// biome-ignore lint/suspicious/noExplicitAny: kubectl, which knows the schemas, says what they are
const manifests: readonly any[] = files.flatMap((name) =>
  parseAllDocuments(read(`${folder}/${name}`)).map((document) => document.toJS()),
);

/** Settings by name, with the values that the manifest itself contains. */
type Settings = Record<string, string | undefined>;

/**
 * Fails unless the service knows all of the settings and accepts their values.
 *
 * @param command of the container; by default the image's own, otherwise a script of the image
 */
function expectRunnable(settings: Settings, command?: readonly string[]): void {
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(settings)));
  const { DATABASE_URL: _secret, ...others } = settings;
  expect(() => readConfig(others)).not.toThrow();
  if (command === undefined) return;
  expect(command).toEqual(['node', expect.stringMatching(/^src\//)]);
  expect(existsSync(join(root, command[1] ?? ''))).toBe(true);
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));

  test.each(['migrate', 'service'])(
    '%s sets variables that the service reads, and runs a script of the image',
    (name) => {
      const { environment: settings, command } = compose.services[name];
      const withoutSecrets = Object.entries<string>(settings).map(([key, value]) => [
        key,
        value.includes('${') ? undefined : value,
      ]);
      expectRunnable(Object.fromEntries(withoutSecrets), command);
    },
  );

  test('publishes both ports of the service, on this machine only', () => {
    const { PORT, ADMIN_PORT } = parseEnvironment(environment, imageEnvironment);
    const ports = [PORT, ADMIN_PORT].map((port) => `127.0.0.1:${port}:${port}`);
    expect(compose.services.service.ports).toEqual(ports);
  });

  test('mounts scripts that exist, and sets the passwords that passwords.sql reads', () => {
    const { volumes, environment: settings } = compose.services.database;
    const files = volumes.map((volume: string) => volume.split(':')[0]).filter((path: string) => path.startsWith('.'));
    expect(files).toEqual(['./deploy/roles.sql', './deploy/passwords.sql']);
    const passwords = [...read('deploy/passwords.sql').matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name]) => name);
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(passwords));
  });
});

describe('deploy/kubernetes/', () => {
  const [deployment] = manifestsOf('Deployment');
  const [exposed, metrics] = ['verse-submissions', 'verse-submissions-metrics'].map((name) =>
    manifestsOf('Service').find(({ metadata }) => metadata.name === name),
  );
  const [policy] = manifestsOf('NetworkPolicy');
  const [monitor] = manifestsOf('ServiceMonitor');
  const kustomization = parse(read(`${folder}/kustomization.yaml`));
  const { labels } = deployment.spec.template.metadata;
  const { containers, initContainers, terminationGracePeriodSeconds, securityContext } = deployment.spec.template.spec;
  const [service] = containers;
  const settingsOf = ({ env }: { env: { name: string; value?: string }[] }): Settings =>
    Object.fromEntries(env.map(({ name, value }) => [name, value]));

  test('the kustomization has every file, or offers it in a comment', () => {
    const text = read(`${folder}/kustomization.yaml`);
    const listed = [...text.matchAll(/^ {2}(?:# )?- (\S+\.yaml)$/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(files.toSorted());
    expect(kustomization.resources).toEqual(listed.filter((name) => !/ingress|route|monitor/.test(name ?? '')));
  });

  test('the kustomization names the image of every container, in the current version', () => {
    const { version } = JSON.parse(read('package.json'));
    const [renamed] = kustomization.images;
    expect(renamed.newTag).toBe(version);
    expect([...initContainers, ...containers].map(({ image: name }) => name)).toEqual([renamed.name, renamed.name]);
  });

  test.each([...initContainers, ...containers])(
    '$name sets variables that the service reads, and runs a script of the image',
    (container) => expectRunnable(settingsOf(container), container.command),
  );

  test("has the image's ports, and a user without rights", () => {
    const { PORT, ADMIN_PORT } = parseEnvironment(environment, { ...imageEnvironment, ...settingsOf(service) });
    expect(valuesOf('EXPOSE').map(Number)).toEqual([PORT, ADMIN_PORT]);
    expect(service.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'admin', containerPort: ADMIN_PORT },
    ]);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  });

  test("leads requests to the public port of the Deployment's pods, and Prometheus to the other", () => {
    expect(exposed.spec).toEqual({ selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] });
    const [ingress] = manifestsOf('Ingress');
    expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
      name: exposed.metadata.name,
      port: { name: 'http' },
    });
    const [route] = manifestsOf('HTTPRoute');
    expect(route.spec.rules[0].backendRefs).toEqual([
      { name: exposed.metadata.name, port: exposed.spec.ports[0].port },
    ]);
    expect(metrics.spec).toMatchObject({ selector: labels, ports: [{ name: 'admin', targetPort: 'admin' }] });
    // The monitor selects no other Service.
    expect(metrics.metadata.labels).toEqual(monitor.spec.selector.matchLabels);
    expect(exposed.metadata.labels).not.toMatchObject(monitor.spec.selector.matchLabels);
    expect(monitor.spec.endpoints).toEqual([{ port: 'admin', path: metricsOperation.path }]);
  });

  test("the disruption budget and the network policy are for the Deployment's pods", () => {
    const [budget] = manifestsOf('PodDisruptionBudget');
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(policy.spec.podSelector.matchLabels).toEqual(labels);
  });

  test('the network policy opens every port of the service, and the ports of PostgreSQL and HTTPS', () => {
    const portsOf = (rules: { ports: { port: unknown }[] }[]) =>
      rules.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(portsOf(policy.spec.ingress)).toEqual(service.ports.map(({ name }: { name: string }) => name));
    expect(portsOf(policy.spec.egress)).toEqual(expect.arrayContaining([53, 5432, 443]));
  });

  test('probes paths that exist, and waits until the service has ended', () => {
    const { startupProbe, livenessProbe, readinessProbe } = service;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual(
      [livezOperation, livezOperation, readyzOperation].map(({ path }) => ({ path, port: 'admin' })),
    );
    expect(terminationGracePeriodSeconds).toBeGreaterThan(service.lifecycle.preStop.sleep.seconds + 10);
  });
});

/** The manifests of a kind. */
function manifestsOf(kind: string) {
  return manifests.filter((manifest) => manifest.kind === kind);
}
