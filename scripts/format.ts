/** Formats and lints the project, or the given files: `npm run format`. */
import { spawnSync } from 'node:child_process';
import { root } from '../src/root.ts';
import { biome } from './codegen/format.ts';
import { installPackages } from './install.ts';

installPackages('scripts');
const args = [biome, 'check', '--write', '--error-on-warnings', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
