import { withContent } from '../api/response.ts';
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
    const { content, ...text } = await readChapter(chapter);
    return withContent(responses.chapter(text, { ETag: content.etag }), content);
  };
}
