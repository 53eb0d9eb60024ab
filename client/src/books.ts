import { division, versesOf } from './generated/division.ts';
import type { components } from './generated/openapi.ts';

/** A book's USFM code, `GEN` to `REV`. */
export type BookId = components['schemas']['BookId'];

export interface Book {
  readonly id: BookId;
  readonly name: string;
  /** The number of verses in each chapter, the first chapter's first. */
  readonly verses: readonly number[];
}

/**
 * The King James division, in canonical order: every verse that the service accepts.
 *
 * @example
 * ```ts
 * const psalms = books.find(({ id }) => id === 'PSA');
 * psalms?.verses.length; // 150 chapters
 * psalms?.verses[22]; // Psalm 23 has 6 verses
 * ```
 */
export const books: readonly Book[] = Object.entries(division).map(([id, { name, verses }]) => ({
  id: id as BookId,
  name,
  verses: versesOf(verses),
}));
