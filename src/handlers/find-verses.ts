import { etagOf } from '../api/formats.ts';
import { type Handlers, findVersesResponses as responses } from '../generated/operations.ts';
import type { FindVerses } from '../verse/find-verses.ts';
import { reference } from '../verse/validate.ts';

/**
 * `GET /api/verses`: the verses that have some words, for anybody. Malformed words get their
 * response before they reach the handler.
 */
export function findVerses(find: FindVerses): Handlers['findVerses'] {
  return async ({ query: { words } }) => {
    // 2. read
    const verses = (await find(words)).map((verse) => ({ ...verse, reference: reference(verse) }));
    const body = { verses };
    return responses.foundVerses(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}
