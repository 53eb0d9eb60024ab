/** Bundles the parser of references with what loads it, so that the package has no dependencies. */
import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const loaded = ['search', 'de', 'en', 'es'].map((name) => `references/${name}.js`);
await build({
  entryPoints: loaded.map((name) => `dist/element/${name}`),
  outdir: 'dist/element',
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
});
const parts = readdirSync('dist/element/references').map((name) => `references/${name}`);
for (const name of parts) if (name.endsWith('.js') && !loaded.includes(name)) rmSync(`dist/element/${name}`);
