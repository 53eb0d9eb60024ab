/**
 * Builds `dist/`, which `npm start` runs: `npm run build`. Before `npm start`, an installation
 * without the packages of the build keeps what it has built. Ends with one line if this Node is
 * older than package.json's `engines` say, or if there is neither a build nor what builds it. It is
 * JavaScript that old versions can run: the rest is not.
 */
import { existsSync, readFileSync } from 'node:fs';

const project = new URL('../', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('package.json', project), 'utf8'));
const needed = Number(/^>=(\d+)$/.exec(engines.node)[1]);
const isBeforeStart = process.env.npm_lifecycle_event === 'prestart';
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`Node.js ${needed} or newer is needed to build and run the service. This is ${process.version}.`);
  process.exitCode = 1;
} else if (existsSync(new URL('node_modules/esbuild', project))) {
  const { build } = await import('./build.ts');
  await build();
} else if (!isBeforeStart || !existsSync(new URL('dist/main.js', project))) {
  console.error('The packages of the build are not installed: run `npm ci`, `npm run build`, `npm prune --omit=dev`.');
  process.exitCode = 1;
}
