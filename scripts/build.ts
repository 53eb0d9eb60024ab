import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { root } from '../src/root.ts';

const dist = join(root, 'dist');
const entry = join(dist, 'main.js');

/**
 * Builds `dist/`: `src/main.ts` and its libraries as JavaScript. A few files start faster and need less memory than a thousand modules
 * (bench/README.md has the figures). Beside it, `<submit-verse>` with the SDK in one file, for browsers.
 */
export async function build(): Promise<void> {
  const service = await bundle({
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
      // OpenTelemetry instruments these packages when they are loaded, so they must stay separate, like OpenTelemetry itself.
      ...['pg', 'pino', '@opentelemetry/*', 'import-in-the-middle'],
      // Installed by dev dependencies only: without this line, dist/ would depend on the installation.
      ...['supports-color', 'pino-pretty'],
    ],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    write: false,
  });
  const element = await bundle({
    absWorkingDir: root,
    entryPoints: { element: 'client/src/element/index.ts' },
    outdir: dist,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    write: false,
  });
  const outputFiles = [...service.outputFiles, ...element.outputFiles];

  // Another process may start at any time: each file appears as a whole, and main.js last. Unchanged files are not written: a user
  // without write permission can start an existing build.
  await mkdir(dist, { recursive: true });
  for (const { path, contents } of outputFiles.toSorted(
    (a, b) => Number(a.path === entry) - Number(b.path === entry),
  )) {
    const current = await readFile(path).catch(() => undefined);
    if (current?.equals(contents)) continue;
    const part = `${path}.${process.pid}`;
    await writeFile(part, contents);
    await rename(part, path);
  }

  // An instance that is just starting may still load files of the previous build, so they are kept for an hour.
  if (Date.now() - (await stat(entry)).mtimeMs > 3_600_000) {
    const names = new Set(outputFiles.map(({ path }) => basename(path)));
    const stale = (await readdir(dist)).filter((name) => !names.has(name));
    for (const name of stale) await rm(join(dist, name), { force: true });
  }
}
