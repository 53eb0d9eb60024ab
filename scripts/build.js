/**
 * Builds `dist/`, which `npm start` runs: `npm run build`. It is a hook of `npm start`
 * (`prestart`), since npm passes signals on to a script of one command only. Ends with one line if
 * this Node is older than package.json's `engines` say. It is JavaScript that old versions can run:
 * the rest is not.
 */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number(/^>=(\d+)$/.exec(engines.node)[1]);
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`Node.js ${needed} or newer is needed to build and run the service. This is ${process.version}.`);
  process.exitCode = 1;
} else {
  const { build } = await import('./build.ts');
  await build();
}
