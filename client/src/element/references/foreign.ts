import type { Book } from '../words/language.ts';
import type { Reference } from './passages.ts';
import { createReader } from './reader.ts';

/** The languages of the field, loaded when a text names nothing in that of the page. */
const languages = {
  en: async () => [await import('./en.ts'), undefined] as const,
  de: async () => [await import('./de.ts'), (await import('../words/languages/de.ts')).bookNames] as const,
  es: async () => [await import('./es.ts'), (await import('../words/languages/es.ts')).bookNames] as const,
};

/**
 * Reads a reference in the languages that are not the page's: "Johannes 3:16" on an English page.
 *
 * @param tag the page's language, a BCP 47 tag
 * @returns what the text may mean, each once
 * @throws Error if the languages cannot be loaded
 */
export async function readForeign(typed: string, books: readonly Book[], tag = 'en'): Promise<Reference[]> {
  const [own] = tag.split('-');
  const others = Object.entries(languages).filter(([language]) => language !== own);
  const found = new Map<string, Reference>();
  for (const [, load] of others) {
    const [grammar, names] = await load();
    const read = createReader(
      grammar,
      books.map((book) => ({ ...book, names: [names?.[book.id] ?? book.name] })),
    );
    // What is not beyond doubt in a foreign language is none: "Sirach" is near to Sprüche.
    const { reference } = read(typed);
    if (reference) found.set([reference.bookId, reference.chapter, reference.verse].join(), reference);
  }
  return [...found.values()];
}
