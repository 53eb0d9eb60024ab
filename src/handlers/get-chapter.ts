import { etagOf } from '../api/formats.ts';
import { type Handlers, getChapterResponses as responses } from '../generated/operations.ts';
import { validateChapter } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/** `GET /api/chapters/{bookId}/{chapter}`: the text of a chapter, for anybody. */
export function getChapter({ readChapter }: Dependencies): Handlers['getChapter'] {
  return async ({ path }) => {
    // 1. exists
    const chapter = validateChapter(path);
    if ('error' in chapter) return responses.invalidVerse(chapter);

    // 2. read
    const text = await readChapter(chapter);
    return responses.chapter(JSON.parse(text), { ETag: etagOf(text) });
  };
}
