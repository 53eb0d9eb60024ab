/**
 * Runs the checks and tests. What follows a suite's name is for its runner:
 *
 *   npm test                             the generated code, lint, types, and the suite jest
 *   npm test -- jest test/handlers       one suite, here the tests of a folder
 *   npm test -- browser -t cooldown
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { runCommand } from '../src/cli/run-command.ts';
import { root } from '../src/root.ts';
import { StartError } from '../src/start-error.ts';
import { build } from './build.ts';
import { biome } from './codegen/format.ts';
import { installPackages } from './install.ts';

interface Suite {
  /** The folders with the packages that it needs besides the project's. */
  readonly packages?: readonly Parameters<typeof installPackages>[0][];
  /** The folders of TypeScript projects that the project's own leaves out. */
  readonly projects?: readonly string[];
  /** Arguments of npm, for a command that writes code before the types are checked. */
  readonly generate?: readonly string[];
  /** Arguments of Node. */
  readonly run: readonly string[];
}

const jest = (config: string) => ['node_modules/jest/bin/jest.js', '--config', config];

const suites: Readonly<Record<string, Suite>> = {
  jest: { packages: ['contract', 'scripts'], run: jest('test/jest.config.js') },
  browser: {
    packages: ['contract', 'test'],
    projects: ['test/browser'],
    run: jest('test/browser/jest.config.js'),
  },
  consumers: {
    packages: ['contract', 'test'],
    generate: ['--prefix', 'test', 'run', 'generate'],
    projects: ['test/consumers'],
    run: jest('test/consumers/jest.config.js'),
  },
  image: { run: jest('test/image/jest.config.js') },
  compose: { run: jest('test/compose/jest.config.js') },
  faults: { run: jest('test/faults/jest.config.js') },
  backup: { run: jest('test/backup/jest.config.js') },
  ha: { run: jest('test/ha/jest.config.js') },
  mutation: { packages: ['scripts', 'test/mutation'], projects: ['test/mutation'], run: ['test/mutation/run.ts'] },
};

/** Jest runs for minutes, so these run beside it. */
const checks = [
  [process.execPath, 'scripts/codegen.ts', '--check'],
  [process.execPath, biome, 'check', '--error-on-warnings'],
  types('.'),
  types('desk'), // its components need the DOM's types
];

const running = new Set<ChildProcess>();
let stopped = false;
function stop(signal: NodeJS.Signals): void {
  stopped = true;
  for (const child of running) child.kill(signal);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// npm's shell ends on SIGTERM, and does not hand it on.
const { ppid } = process;
setInterval(() => process.ppid !== ppid && stop('SIGTERM'), 500).unref();

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2);
  // Options alone are for Jest.
  if (name === undefined || name.startsWith('-')) await testAndCheck(process.argv.slice(2));
  else await test(name, args);
});

/** @throws StartError with what failed, after all have ended */
async function testAndCheck(args: readonly string[]): Promise<void> {
  const jest = test('jest', args);
  const outputs = checks.map((command) => run(command, 'pipe'));
  const results = await Promise.allSettled([jest, ...outputs]);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const lines = reasons.map((reason) => (reason instanceof StartError ? reason.message : inspect(reason)));
  if (lines.length > 0) throw new StartError(lines.join('\n'));
}

async function test(name: string, args: readonly string[]): Promise<void> {
  const suite = suites[name];
  if (suite === undefined)
    throw new StartError(`There is no suite ${name}: choose one of ${Object.keys(suites).join(', ')}`);
  for (const folder of suite.packages ?? []) installPackages(folder);
  if (suite.generate !== undefined) await run(['npm', ...suite.generate]);
  for (const project of suite.projects ?? []) await run(types(project));
  await build();
  await run([process.execPath, ...suite.run, ...args]);
}

/**
 * The command that checks the types of a TypeScript project. It reads again only what has changed
 * since the last time.
 */
function types(project: string): string[] {
  const state = join('node_modules', '.cache', `${join(project, 'tsconfig').replaceAll(/\W/g, '-')}.tsbuildinfo`);
  return ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', state];
}

/**
 * @param output whether the command's output is shown at once, or after its end and only if it
 *   failed
 * @throws StartError when the command fails; its output says why
 */
async function run([command = '', ...args]: readonly string[], output: 'inherit' | 'pipe' = 'inherit'): Promise<void> {
  if (stopped) throw new StartError(`Not run: ${[command, ...args].join(' ')}`);
  // npm puts its packages' programs into PATH; on Windows they are scripts.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', output, output], shell });
  running.add(child);
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code === 0) return;
  const shown = (await printed).join('');
  throw new StartError(`${shown}Failed: ${[command, ...args].join(' ')}`);
}
