import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { assertGenerated } from '../src/api/assert-generated.ts';
import { dist } from '../src/content.ts';
import { root } from '../src/root.ts';
import { buildChapters } from './chapters.ts';
import { writeIfChanged } from './files.ts';
import { buildPages } from './pages.ts';

const entry = join(dist, 'main.js');

/**
 * Builds `dist/`: `src/main.ts` and its libraries as JavaScript. A few files start faster and need
 * less memory than a thousand modules (bench/README.md has the figures). Beside it, the files of
 * the pages and the text of the chapters.
 *
 * @throws StartError when a contract was edited without `npm run codegen`
 */
export async function build(): Promise<void> {
  assertGenerated();
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
      // OpenTelemetry instruments these packages when they are loaded, so they must stay separate,
      // like OpenTelemetry itself.
      ...['pg', 'pino', '@opentelemetry/*', 'import-in-the-middle'],
      // Installed by dev dependencies only: without this line, dist/ would depend on the
      // installation.
      ...['supports-color', 'pino-pretty'],
    ],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    write: false,
  });
  // Another process may start at any time, so main.js comes last.
  await mkdir(dist, { recursive: true });
  const written = [...(await buildChapters()), ...(await buildPages())];
  for (const { path, contents } of service.outputFiles.toSorted(
    (a, b) => Number(a.path === entry) - Number(b.path === entry),
  )) {
    await writeIfChanged(path, contents);
  }

  // An instance that is just starting may still load files of the previous build, so they are kept
  // for an hour.
  if (Date.now() - (await stat(entry)).mtimeMs > 3_600_000) {
    const needed = new Set([...written, ...service.outputFiles.map(({ path }) => path)]);
    const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const stale = files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !needed.has(path));
    for (const path of stale) await rm(path, { force: true }).catch(ignoreNotWritable);
  }
}

/** A user without write permission can start an existing build, stale files included. */
function ignoreNotWritable(error: NodeJS.ErrnoException): void {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
}
