import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { chunkPrefix, encodings } from '../src/pages/content.ts';
import { guides } from '../src/pages/docs/pages.ts';
import { root } from '../src/root.ts';
import { writeIfChanged } from './files.ts';
import { renderGuide } from './guide.ts';

const dist = join(root, 'dist');
const swaggerUi = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));

/** Each is bundled alone, so that a browser needs one request for it. */
const bundled = [
  { in: 'client/src/element/index.ts', out: 'element' },
  { in: 'client/page/page.js', out: 'page' },
  { in: 'client/page/page.css', out: 'page' },
  { in: 'client/page/theme.ts', out: 'theme' },
  { in: 'client/page/theme.css', out: 'theme' },
  { in: 'desk/src/page.tsx', out: 'desk' },
  { in: 'desk/src/page.css', out: 'desk' },
] as const;

const copied = {
  'docs.js': join(root, 'src/pages/docs/docs.js'),
  'docs.css': join(root, 'src/pages/docs/docs.css'),
  'icon.svg': join(root, 'src/pages/icon.svg'),
  'swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  'swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
};

/**
 * Writes the files that browsers get to `dist/`, each also compressed: `<submit-verse>` with the
 * SDK, the scripts and styles of `/submit`, `/submit/theme` and `/desk`, and what `/docs` needs,
 * with its guides.
 *
 * @returns the names of the files
 */
export async function buildPages(): Promise<string[]> {
  const bundles = bundled.map(async (entryPoint) => {
    const { outputFiles } = await bundle({
      absWorkingDir: root,
      entryPoints: [entryPoint],
      outdir: dist,
      bundle: true,
      // What a script imports only when it needs it becomes a file of its own.
      splitting: true,
      chunkNames: `${chunkPrefix(entryPoint.out)}[name]-[hash]`,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      minify: true,
      write: false,
    });
    return outputFiles.map(({ path, contents }) => [basename(path), contents] as const);
  });
  const rendered = guides.map(async (guide) => [guide.file, Buffer.from(await renderGuide(guide))] as const);
  const copies = Object.entries(copied).map(async ([name, source]) => [name, await readFile(source)] as const);
  // A part of the element that both scripts import is the same file, by the same name.
  const files = new Map<string, Uint8Array>([
    ...(await Promise.all(bundles)).flat(),
    ...(await Promise.all([...copies, ...rendered])),
  ]);
  await mkdir(dist, { recursive: true });
  await Promise.all([...files].map(async ([name, contents]) => await write(name, contents)));
  return [...files.keys()].flatMap((name) => [name, ...encodings.map(({ extension }) => name + extension)]);
}

/** The size of the largest file that gets the best compression, in bytes: it takes 0.2 s. */
const largestSmall = 200_000;

/**
 * Brotli takes seconds for a large file, so a file is compressed only if its compressed one has
 * another content.
 */
async function write(name: string, contents: Uint8Array): Promise<void> {
  const path = join(dist, name);
  const compressed = encodings.map(async ({ extension, compress, decompress }) => {
    const current = await readFile(path + extension)
      .then(decompress)
      .catch(() => undefined);
    if (!current?.equals(contents))
      await writeIfChanged(path + extension, await compress(contents, contents.length <= largestSmall));
  });
  await Promise.all(compressed);
  await writeIfChanged(path, contents);
}
