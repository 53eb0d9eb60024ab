import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Context } from '../api/state.ts';
import { root } from '../root.ts';

interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * What a path serves, from memory: a file opened for each request would stay open until the client
 * has read the response.
 */
export interface Content extends Representation {
  /** The same, compressed; the smaller one first. */
  readonly encoded: readonly (Representation & { readonly encoding: string })[];
}

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** The content codings of the pages' files, the smaller one first. */
export const encodings = [
  {
    encoding: 'br',
    extension: '.br',
    // The best level, 11, saves 8 %, but takes 6 s for Swagger UI's script, and at a start each
    // millisecond counts.
    compress: (content: Uint8Array, isSmallAndBuilt = false) =>
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: isSmallAndBuilt ? 11 : 9 } }),
    decompress: (content: Uint8Array) => unbrotli(content),
  },
  {
    encoding: 'gzip',
    extension: '.gz',
    compress: (content: Uint8Array) => gzipped(content, { level: constants.Z_BEST_COMPRESSION }),
    decompress: (content: Uint8Array) => gunzipped(content),
  },
] as const;

const built = join(root, 'dist');
/**
 * How the names of the files begin that a script imports when it needs them. esbuild adds a hash of
 * their content, so those of the element and of its pages are the same files.
 */
export function chunkPrefix(script: string): string {
  return ['page', 'theme'].includes(script) ? 'element-' : `${script}-`;
}

/**
 * The names of the files that a script imports when it needs them. Those of the build before stay
 * for an hour.
 */
export async function builtChunks(script: string): Promise<string[]> {
  return (await readdir(built)).filter((name) => name.startsWith(chunkPrefix(script)) && name.endsWith('.js'));
}

/** The names of those that a script imports at once. */
export async function importedChunks(script: string): Promise<string[]> {
  const text = await readFile(join(built, `${script}.js`), 'utf8');
  return [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name as string);
}

/** Reads a file that the build has compressed. */
export async function readBuilt(name: string): Promise<Content> {
  const read = async (extension: string) => representation(await readFile(join(built, name + extension)));
  const encoded = encodings.map(async ({ encoding, extension }) => ({ encoding, ...(await read(extension)) }));
  return { ...(await read('')), encoded: await Promise.all(encoded) };
}

/** Compresses a text that is known only at the start. */
export async function compress(text: string): Promise<Content> {
  const body = Buffer.from(text);
  const encoded = encodings.map(async ({ encoding, compress }) => ({
    encoding,
    ...representation(await compress(body)),
  }));
  return { ...representation(body), encoded: await Promise.all(encoded) };
}

/** A text that is never compressed. */
export function plain(text: string): Content {
  return { ...representation(Buffer.from(text)), encoded: [] };
}

/**
 * Responds with the smallest representation that the client accepts, or with a 304 if the client
 * has it.
 */
export function respond(ctx: Context, { encoded, ...identity }: Content): void {
  if (encoded.length > 0) ctx.vary('Accept-Encoding');
  // Asked one at a time: of several, Koa returns the one that the client lists first, and browsers
  // list gzip first. So of the client's weights (`q`), only 0 counts.
  const chosen = encoded.find(({ encoding }) => ctx.acceptsEncodings(encoding));
  const { body, etag } = chosen ?? identity;
  ctx.etag = etag;
  ctx.body = body;
  if (ctx.fresh) ctx.status = 304;
  else if (chosen !== undefined) ctx.set('Content-Encoding', chosen.encoding);
}

function representation(body: Buffer): Representation {
  return { body, etag: createHash('sha256').update(body).digest('hex') };
}
