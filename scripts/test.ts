/**
 * Runs the checks and tests. What follows a suite's name is for its runner:
 *
 *   npm test                             the generated code, lint, types, and the suite jest
 *   npm test -- jest test/handlers       one suite, here the tests of a folder
 *   npm test -- browser -t cooldown
 */
import { spawnSync } from 'node:child_process';
import { runCommand } from '../src/cli/run-command.ts';
import { root } from '../src/root.ts';
import { StartError } from '../src/start-error.ts';
import { build } from './build.ts';
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
  jest: { packages: ['contract'], run: jest('test/jest.config.js') },
  browser: {
    packages: ['contract', 'test'],
    projects: ['test/browser'],
    run: jest('test/browser/jest.config.js'),
  },
  consumers: {
    packages: ['test'],
    generate: ['--prefix', 'test', 'run', 'generate'],
    projects: ['test/consumers'],
    run: jest('test/consumers/jest.config.js'),
  },
  bench: { packages: ['bench'], projects: ['bench'], run: jest('test/bench/jest.config.js') },
  image: { run: jest('test/image/jest.config.js') },
  faults: { run: jest('test/faults/jest.config.js') },
  backup: { run: jest('test/backup/jest.config.js') },
  ha: { run: jest('test/ha/jest.config.js') },
  mutation: { packages: ['test/mutation'], projects: ['test/mutation'], run: ['test/mutation/run.ts'] },
};

// The runners handle Ctrl-C themselves, and clean up.
process.on('SIGINT', () => {});

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2);
  // Options alone are for Jest.
  if (name === undefined || name.startsWith('-')) {
    run(process.execPath, 'scripts/codegen.ts', '--check');
    run('biome', 'check', '--error-on-warnings');
    run('tsc');
    run('tsc', '-p', 'src/pages/desk'); // its components need the DOM's types
    await test('jest', process.argv.slice(2));
  } else {
    await test(name, args);
  }
});

async function test(name: string, args: readonly string[]): Promise<void> {
  const suite = suites[name];
  if (suite === undefined)
    throw new StartError(`There is no suite ${name}: choose one of ${Object.keys(suites).join(', ')}`);
  for (const folder of suite.packages ?? []) installPackages(folder);
  if (suite.generate !== undefined) run('npm', ...suite.generate);
  for (const project of suite.projects ?? []) run('tsc', '-p', project);
  await build();
  run(process.execPath, ...suite.run, ...args);
}

/** @throws StartError when the command fails; its own output says why */
function run(command: string, ...args: string[]): void {
  // npm puts its packages' programs into PATH; on Windows they are scripts.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (status !== 0) throw new StartError(`Failed: ${[command, ...args].join(' ')}`);
}
