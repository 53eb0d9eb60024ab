import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { adminContract, apiContract, puzzleContract } from '../../src/api/contracts.ts';
import { environment, parseEnvironment, readConfig } from '../../src/config.ts';
import { livezOperation, metricsOperation, readyzOperation } from '../../src/generated/operations.admin.ts';
import { createContractRoutes, createDocs, createPages } from '../../src/pages/routes.ts';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

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

/** Settings by name. Those of secrets have no value, or one that names a variable. */
type Settings = Record<string, string | undefined>;

/**
 * Fails unless the service knows all of the settings and accepts their values.
 *
 * @param command of the container; by default the image's own, otherwise a script of the image
 */
function expectRunnable(settings: Settings, command?: readonly string[]): void {
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(settings)));
  const others = Object.entries(settings).filter(([name, value]) => name !== 'DATABASE_URL' && !value?.includes('${'));
  expect(() => readConfig(Object.fromEntries(others))).not.toThrow();
  if (command === undefined) return;
  expect(command).toEqual(['node', expect.stringMatching(/^src\//)]);
  expect(existsSync(join(root, command[1] ?? ''))).toBe(true);
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));

  test.each(['migrate', 'service'])(
    '%s sets variables that the service reads, and runs a script of the image',
    (name) => expectRunnable(compose.services[name].environment, compose.services[name].command),
  );

  test('has its secrets in a file that nobody else may read, and that Git and Docker ignore', async () => {
    const [, commands = ''] = read('compose.yaml').match(/^#\n((?:# {3}.*\n)+)#\n/m) ?? [];
    const directory = await temporaryDirectory();
    const write = commands.replaceAll(/^# {3}/gm, '').replace(/^docker compose .*$/m, '');
    execFileSync('sh', ['-e', '-c', `umask 022; ${write}`], { cwd: directory });
    const file = join(directory, '.env');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const names = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    const secrets = names.map((name) => [name, expect.stringMatching(/^[\da-f]{48,}$/)]);
    expect({ ...parseEnv(readFileSync(file, 'utf8')) }).toEqual(Object.fromEntries(secrets));
    rmSync(directory, { recursive: true });
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', '*.dump']));
    expect(read('.dockerignore')).toMatch(/^\*$/m);
    expect(read('.dockerignore')).not.toMatch(/^!.*env/m);
  });

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
  const { containers, initContainers } = manifestOf('Deployment').spec.template.spec;
  const [service] = containers;
  const settingsOf = ({ env }: { env: { name: string; value?: string }[] }): Settings =>
    Object.fromEntries(env.map(({ name, value }) => [name, value]));

  test('the kustomization has every file, or offers it in a comment', () => {
    const text = read(`${folder}/kustomization.yaml`);
    const listed = [...text.matchAll(/^ {2}(?:# )?- (\S+\.yaml)$/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(files.toSorted());
  });

  test.each([...initContainers, ...containers])(
    '$name sets variables that the service reads, and runs a script of the image',
    (container) => expectRunnable(settingsOf(container), container.command),
  );

  test("has the image's ports", () => {
    const { PORT, ADMIN_PORT } = parseEnvironment(environment, { ...imageEnvironment, ...settingsOf(service) });
    expect(valuesOf('EXPOSE').map(Number)).toEqual([PORT, ADMIN_PORT]);
    expect(service.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'admin', containerPort: ADMIN_PORT },
    ]);
  });

  test('probes paths that exist, and Prometheus reads one', () => {
    const { startupProbe, livenessProbe, readinessProbe } = service;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual(
      [livezOperation, livezOperation, readyzOperation].map(({ path }) => ({ path, port: 'admin' })),
    );
    expect(manifestOf('ServiceMonitor').spec.endpoints).toEqual([{ port: 'admin', path: metricsOperation.path }]);
  });
});

describe('what the proxies let through', () => {
  /** The operators' paths in the table of docs/proxy.md, with one below each that is a folder. */
  const row = read('docs/proxy.md').match(/^\| (`.+`) \| 404 \| 404 \| 404 \|$/m)?.[1] ?? '';
  const rejected = [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

  const [ingress, route] = ['Ingress', 'HTTPRoute'].map((kind) => manifestOf(kind).spec.rules[0]);
  const proxies: [kind: string, isRouted: (path: string) => boolean][] = [
    ['Ingress', matcher(ingress.http.paths.map(({ path, pathType }: never) => [pathType, path]))],
    ['HTTPRoute', matcher(route.matches.map(({ path }: never) => Object.values(path)))],
  ];

  test.each(proxies)('the %s leaves out what docs/proxy.md says', (_kind, isRouted) => {
    expect(rejected).toEqual(['/livez', '/readyz', '/metrics', '/puzzle/']);
    const paths = [adminContract, puzzleContract].flatMap(({ document }) => Object.keys(document.paths));
    for (const path of [...rejected, ...rejected.map((path) => `${path}x`), ...paths, '/puzzle', '/%70uzzle/'])
      expect([path, isRouted(path)]).toEqual([path, false]);
  });

  test.each(proxies)('the %s has the other paths of the service', async (_kind, isRouted) => {
    const routers = [
      await createPages({ home: async () => '', puzzleUrl: undefined, signInUrl: undefined }),
      await createDocs([apiContract]),
      await createContractRoutes([apiContract]),
    ];
    const pages = routers.flatMap(({ stack }) => stack.map(({ path }) => String(path)));
    expect(pages).toEqual(expect.arrayContaining(['/', '/submit', '/docs/', '/openapi.json']));
    for (const path of [...pages, ...Object.keys(apiContract.document.paths)])
      expect([path, isRouted(path)]).toEqual([path, true]);
  });
});

/**
 * Whether a path matches as Kubernetes specifies for both kinds: exactly, or by its first elements.
 */
function matcher(rules: readonly (readonly [type: string, value: string])[]): (path: string) => boolean {
  return (path) =>
    rules.some(([type, value]) => {
      if (type === 'Exact') return path === value;
      const prefix = value.replace(/\/$/, '');
      return path === prefix || path.startsWith(`${prefix}/`);
    });
}

/** The manifest of a kind. */
function manifestOf(kind: string) {
  return manifests.find((manifest) => manifest.kind === kind);
}
