/**
 * Ends the process with one line if this Node is older than package.json's `engines` say. It is
 * JavaScript that old versions can run; the TypeScript that is loaded after it is not.
 */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number(/^>=(\d+)$/.exec(engines.node)[1]);
if (Number.parseInt(process.version.slice(1), 10) < needed) {
  console.error(`Node.js ${needed} or newer is needed to build and run the service. This is ${process.version}.`);
  process.exit(1);
}
