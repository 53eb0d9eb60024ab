/**
 * Installs the packages of each folder that has a lock file of its own, unless they are up to date:
 * `npm run setup`. The benchmark, and the suites `browser`, `consumers` and `contract-tools` need
 * them, and the tools on contracts, which install their own; the service and `npm test` do not.
 */
import { installPackages } from '../contract/install.ts';
import { runCommand } from '../src/cli/run-command.ts';

await runCommand(async () => void (await Promise.all(['contract', 'test', 'bench'].map(installPackages))));
