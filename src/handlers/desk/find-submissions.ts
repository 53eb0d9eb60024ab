import type { Desk } from '../../desk/desk.ts';
import { type Handlers, findSubmissionsResponses as responses } from '../../desk/generated/operations.desk.ts';
import { createReadWords, type ReadChapter } from '../../verse/chapters.ts';
import { presentFound } from './present.ts';

/** `GET /desk/api/submissions`: the submissions of a player, of a verse, or those withdrawn. */
export function findSubmissions(desk: Desk, readChapter: ReadChapter): Handlers['findSubmissions'] {
  return async ({ query }) => {
    // 7. read
    const { submissions, before } = await desk.submissions(query);
    const presented = submissions.map(presentFound).filter((submission) => submission !== undefined);
    const readWords = createReadWords(readChapter);
    const withWords = await Array.fromAsync(presented, async (each) => ({ ...each, words: await readWords(each) }));
    return responses.foundSubmissions({ submissions: withWords, ...(before !== undefined && { before }) });
  };
}
