import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build as bundle } from 'esbuild';
import { dist } from '../src/content.ts';
import { guides } from '../src/pages/docs/pages.ts';
import { type PageFiles, pageFiles } from '../src/pages/serve.ts';
import { root } from '../src/root.ts';
import { writeCompressed, writeIfChanged } from './files.ts';
import { renderGuide } from './guide.ts';

const swaggerUi = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));

/** The pages with a script and a style of their own. The folder is the path of the page. */
const pages = [
  { folder: 'submit', script: 'client/page/page.js', style: 'client/page/page.css' },
  { folder: 'submit/theme', script: 'client/page/theme.ts', style: 'client/page/theme.css' },
  { folder: 'desk', script: 'desk/src/page.tsx', style: 'desk/src/page.css' },
] as const;

const copied = {
  'docs.js': join(root, 'src/pages/docs/docs.js'),
  'docs.css': join(root, 'src/pages/docs/docs.css'),
  'contract.css': join(root, 'src/pages/docs/contract.css'),
  'icon.svg': join(root, 'src/pages/icon.svg'),
  'swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  'swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
};

/** The contents of files, by their paths. */
type Files = readonly (readonly [path: string, contents: Uint8Array])[];

/**
 * Writes the files that browsers get to `dist/`, each also compressed: `<submit-verse>` with the
 * SDK, the scripts and styles of `/submit`, `/submit/theme` and `/desk`, and what `/docs` needs,
 * with its guides. The files of a page have a folder, with the names of its script and style.
 *
 * @returns the paths of all files
 */
export async function buildPages(): Promise<string[]> {
  const built = await Promise.all(pages.map(bundlePage));
  const element = await bundleAlone('submit', [{ in: 'client/src/element/index.ts', out: 'element' }], '[name]');
  const rendered = guides.map(async (guide) => [guide.file, Buffer.from(await renderGuide(guide))] as const);
  const copies = Object.entries(copied).map(async ([name, source]) => [name, await readFile(source)] as const);
  const others = await Promise.all([...copies, ...rendered]);
  // A part of the element that both scripts import is the same file, by the same name.
  const files = new Map<string, Uint8Array>([
    ...built.flatMap((page) => page.files),
    ...filesOf(element),
    ...others.map(([name, contents]) => [join(dist, name), contents] as const),
  ]);
  for (const { folder } of pages) await mkdir(join(dist, folder), { recursive: true });
  const written = [...files].map(
    async ([path, contents]) => await writeCompressed(path, contents, effortFor(contents)),
  );
  const paths = (await Promise.all(written)).flat();
  // The names come after the files that have them.
  for (const { names, path } of built) await writeIfChanged(path, Buffer.from(JSON.stringify(names)));
  return [...paths, ...built.map(({ path }) => path)];
}

/** Bundles a page's script and style, whose names have a hash of their content. */
async function bundlePage({ folder, script, style }: (typeof pages)[number]) {
  const entryPoints = [script, style].map((path) => ({ in: path, out: 'page' }));
  const result = await bundleAlone(folder, entryPoints, '[name]-[hash]');
  const outputs = Object.entries(result.metafile.outputs);
  const outputOf = (source: string) => outputs.find(([, { entryPoint }]) => entryPoint === source);
  const nameOf = (source: string) => basename(outputOf(source)?.[0] ?? '');
  const imported = outputOf(script)?.[1].imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  const names: PageFiles = {
    script: nameOf(script),
    style: nameOf(style),
    imports: imported.map(({ path }) => basename(path)),
  };
  return { names, path: join(dist, folder, pageFiles), files: filesOf(result) };
}

/** Bundles what a page loads alone, so that a browser needs one request for it. */
async function bundleAlone(
  folder: string,
  entryPoints: { in: string; out: string }[],
  entryNames: NonNullable<BuildOptions['entryNames']>,
) {
  return await bundle({
    absWorkingDir: root,
    entryPoints,
    outdir: join(dist, folder),
    bundle: true,
    // What a script imports only when it needs it becomes a file of its own.
    splitting: true,
    entryNames,
    chunkNames: '[name]-[hash]',
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    metafile: true,
    write: false,
  });
}

function filesOf({ outputFiles }: Awaited<ReturnType<typeof bundleAlone>>): Files {
  return outputFiles.map(({ path, contents }) => [path, contents] as const);
}

/**
 * The best compression takes 0.2 s for a file of 200 kB. For Swagger UI's script it would take 6 s,
 * and save 8 %.
 */
function effortFor({ length }: Uint8Array): 'best' | 'good' {
  return length <= 200_000 ? 'best' : 'good';
}
