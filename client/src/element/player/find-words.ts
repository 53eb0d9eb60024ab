import type { Client } from '../../index.ts';
import type { Verse } from '../words/language.ts';

/** A verse that has the typed words, with its text. */
export type FoundVerse = Verse & { readonly words: string };

/** How many characters the service takes: those of the contract, as a test ensures. */
export const wordsLimits = { minLength: 3, maxLength: 200 };

/**
 * Searches for verses by their words. Of a long text, such as a pasted verse, it takes the
 * beginning.
 *
 * @param typed any text; one that is too short finds nothing, and sends no request
 * @param signal ends the search, which then rejects with its reason
 * @returns the best first; none if there are none
 * @throws NetworkError, or what else says that there is no response
 */
export async function findWords(
  client: Pick<Client, 'findVerses'>,
  typed: string,
  signal: AbortSignal,
): Promise<readonly FoundVerse[]> {
  const words = [...typed.trim().replace(/\s+/g, ' ')].slice(0, wordsLimits.maxLength);
  if (words.length < wordsLimits.minLength) return [];
  try {
    const result = await client.findVerses({ words: words.join('') }, { signal });
    return result.status === 200 ? result.verses : [];
  } catch (error) {
    // A service before 1.4.0 has no such search. Whoever searches for words can still type a
    // reference.
    if ((error as Error).name === 'UnexpectedResponseError') return [];
    throw error;
  }
}
