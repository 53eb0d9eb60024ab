/** Bundles the parser of references with what loads it, so that the package has no dependencies. */
import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const folder = 'dist/element/references';
const loaded = ['search.js', 'de.js', 'en.js', 'es.js'];
await build({
  entryPoints: loaded.map((name) => `${folder}/${name}`),
  outdir: folder,
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  // Loaded on demand, also by the search.
  external: [...loaded.map((name) => `./${name}`), '../words/languages/*'],
});
for (const name of readdirSync(folder)) {
  if (name.endsWith('.js') && !loaded.includes(name)) rmSync(`${folder}/${name}`);
}
