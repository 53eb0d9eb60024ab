/**
 * Builds `dist/`: `npm run build`, and before each `npm start`, as its hook `prestart`. There, an
 * installation without the packages of the build keeps what has been built. Ends with one line if
 * there is neither, or if a contract was edited without `npm run codegen`.
 */
import './check-node.js';
import { existsSync } from 'node:fs';

const project = new URL('../', import.meta.url);
const isBeforeStart = process.env.npm_lifecycle_event === 'prestart';
if (existsSync(new URL('node_modules/esbuild', project))) {
  const { build } = await import('./build.ts');
  const { runCommand } = await import('../src/cli/run-command.ts');
  await runCommand(build);
} else if (!isBeforeStart || !existsSync(new URL('dist/main.js', project))) {
  console.error('The packages of the build are not installed: run `npm ci`, `npm run build`, `npm prune --omit=dev`.');
  process.exitCode = 1;
}
