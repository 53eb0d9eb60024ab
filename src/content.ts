/// <reference path="./negotiator.d.ts" />
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { root } from './root.ts';

/** Where the build writes. */
export const dist = join(root, 'dist');

interface Representation {
  readonly body: Buffer;
  /** Without quotes. */
  readonly etag: string;
}

/**
 * What never changes while the service runs, from memory, in each coding: however many clients read
 * it, and however slowly, it is compressed once, is there once, and holds no file open.
 */
export interface Content extends Representation {
  /** The same, compressed; the smaller one first. */
  readonly encoded: readonly (Representation & { readonly encoding: string })[];
}

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** How well to compress: at the build for each reader to come, or while somebody waits. */
type Effort = keyof typeof brotliQuality;
const brotliQuality = { best: 11, good: 9, fast: 5 };

/**
 * The window that holds the whole content. Brotli's own takes 3 ms to prepare for each chapter,
 * which compresses in 0.2 ms.
 */
const windowBits = ({ length }: Uint8Array) =>
  Math.min(Math.max(Math.ceil(Math.log2(length)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);

/** The content codings of the service, the smaller one first. */
export const encodings = [
  {
    encoding: 'br',
    extension: '.br',
    compress: (content: Uint8Array, effort: Effort) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
          [constants.BROTLI_PARAM_LGWIN]: windowBits(content),
        },
      }),
    decompress: (content: Uint8Array) => unbrotli(content),
  },
  {
    encoding: 'gzip',
    extension: '.gz',
    compress: (content: Uint8Array, effort: Effort) =>
      gzipped(content, effort === 'fast' ? {} : { level: constants.Z_BEST_COMPRESSION }),
    decompress: (content: Uint8Array) => gunzipped(content),
  },
] as const;

/**
 * Returns the coding that a client prefers (RFC 9110, 12.5.3); of several alike, the smaller one.
 *
 * @returns undefined if it prefers the content as it is, and also if it accepts neither that nor
 *   any of the codings
 */
export function preferredEncoding(request: IncomingMessage): (typeof encodings)[number] | undefined {
  const names = encodings.map(({ encoding }) => encoding);
  const preferred = new Negotiator(request).encoding([...names, 'identity'], { preferred: names });
  return encodings.find(({ encoding }) => encoding === preferred);
}

/**
 * Reads a file that the build has compressed.
 *
 * @param folder of the file, `dist/` by default
 * @throws when it or one of its compressed forms cannot be read
 */
export async function readBuilt(name: string, folder = dist): Promise<Content> {
  const read = async (extension: string) => representation(await readFile(join(folder, name + extension)));
  const compressed = encodings.map(async ({ encoding, extension }) => ({ encoding, ...(await read(extension)) }));
  const [identity, encoded] = await Promise.all([read(''), Promise.all(compressed)]);
  return { ...identity, encoded };
}

/** Compresses a text that is known only at the start, where each millisecond counts. */
export async function compress(text: string): Promise<Content> {
  const body = Buffer.from(text);
  const encoded = encodings.map(async ({ encoding, compress }) => ({
    encoding,
    ...representation(await compress(body, 'good')),
  }));
  return { ...representation(body), encoded: await Promise.all(encoded) };
}

/** A text that is never compressed. */
export function plain(text: string): Content {
  return { ...representation(Buffer.from(text)), encoded: [] };
}

function representation(body: Buffer): Representation {
  return { body, etag: createHash('sha256').update(body).digest('hex') };
}
