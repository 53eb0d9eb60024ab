/**
 * Builds what `npm start` runs: `src/main.ts` and its libraries as JavaScript, in `dist/`. A few files start
 * sooner and need less memory than a thousand modules (bench/README.md has the figures).
 *
 *   npm run build
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../src/root.ts';

const dist = join(root, 'dist');
const entry = join(dist, 'main.js');

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir: dist,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  external: [
    // What OpenTelemetry looks into must be loaded from where it expects it, and so must what looks.
    ...['pg', 'pino', '@opentelemetry/*', 'import-in-the-middle'],
    // Used where it is installed, which only dev dependencies see to: all installations build the same.
    'supports-color',
  ],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  write: false,
});

// Nobody finds half a file, or one that leads to what is not there yet: main.js comes last. Who may not write here can start what somebody
// else has built, since nothing is written that has not changed.
await mkdir(dist, { recursive: true });
for (const { path, contents } of outputFiles.toSorted((a, b) => Number(a.path === entry) - Number(b.path === entry))) {
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents)) continue;
  const part = `${path}.${process.pid}`;
  await writeFile(part, contents);
  await rename(part, path);
}

// An instance that is starting may still need what the main.js that it began with leads to, but not an hour after that was replaced.
if (Date.now() - (await stat(entry)).mtimeMs > 3_600_000) {
  const names = new Set(outputFiles.map(({ path }) => basename(path)));
  const stale = (await readdir(dist)).filter((name) => !names.has(name));
  for (const name of stale) await rm(join(dist, name), { force: true });
}
