import { etagOf } from '../api/formats.ts';
import { type Handlers, findVersesResponses as responses } from '../generated/operations.ts';
import { reference } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `GET /api/verses`: the verses that have some words, for anybody. Malformed words get their
 * response before they reach the handler.
 */
export function findVerses({ findVerses: find }: Dependencies): Handlers['findVerses'] {
  return async ({ query: { words } }) => {
    // 2. read
    const verses = (await find(words)).map((verse) => ({ ...verse, reference: reference(verse) }));
    const body = { verses };
    return responses.foundVerses(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}
